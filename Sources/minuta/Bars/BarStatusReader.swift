import Foundation
import IntentKit
import MinutaCore
import MinutaDesktop
import MinutaStore

/// Reads the status of the data folder that the settings select, for a bar.
struct BarStatusReader {
  /// The time in seconds after which a status is read again if its changes can't be detected.
  private static let pollInterval = 60.0

  private struct Source {
    let engine: IntentEngine
    let folder: StoreWatcher
    let days: LocalCalendar
    let rules: TimeRules
  }

  /// The data folder; a failure if the settings can't be used.
  private let source: Result<Source, Failure>
  private let environment: Environment

  /// Creates a reader with the current settings.
  init(_ global: GlobalFlags, _ program: Program) async {
    environment = program.environment
    do {
      let storage = try StorageConfiguration(global, environment)
      let engine = try await program.engine(global, printsTextOnly: true)
      let rules = storage.settings.timeRules
      source = .success(
        Source(engine: engine, folder: storage.watcher, days: storage.days, rules: rules)
      )
    } catch {
      source = .failure(program.failure(of: error))
    }
  }

  /// The watcher of the data folder; nil if there is none.
  var folder: StoreWatcher? { try? source.get().folder }

  func content() async -> StatusBarContent {
    do throws(Failure) {
      let source = try source.get()
      let outcome = await source.engine.perform(IntentCall("Status"), from: .commandLine)
      let keyOutcome = KeyOutcomeFile(environment).outcome(now: environment.now())
      return outcome.barContent(keyOutcome, source.rules)
    } catch {
      return StatusBarContent(error)
    }
  }

  /// Returns the time at which a status must be read again if no file changes: at the next minute of
  /// the running timer, on a new day, or when the outcome of a key press expires.
  ///
  /// - Parameter isWatched: Whether changes of the data folder are detected.
  func nextChange(of content: StatusBarContent, isWatched: Bool) -> Date {
    let now = environment.now()
    let isReliable = isWatched && content.failure == nil
    let times = [
      content.nextMinute(after: now), content.keyOutcome?.expiry,
      (try? source.get())?.days.today(at: now).to,
      isReliable ? nil : now.addingTimeInterval(Self.pollInterval),
    ]
    return times.compactMap(\.self).min() ?? .distantFuture
  }
}

extension Outcome {
  /// The outcome of `Status` as the content of a bar.
  func barContent(_ keyOutcome: KeyOutcome?, _ rules: TimeRules) -> StatusBarContent {
    do {
      if let result { return try StatusBarContent(result.value, rules, keyOutcome: keyOutcome) }
      return StatusBarContent(error ?? Failure(code: "internal", message: sentence))
    } catch {
      return StatusBarContent(Failure(code: "internal", message: "\(error)."))
    }
  }
}
