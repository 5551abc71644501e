import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaStore

/// Drops what is too old from the history and the trash: after a call, or while a server is idle.
struct HistoryCleaner: Sendable {
  let store: DirectoryStore
  let retention: HistoryRetention
  let now: @Sendable () -> Date

  init(store: DirectoryStore, retention: HistoryRetention, now: @escaping @Sendable () -> Date) {
    (self.store, self.retention, self.now) = (store, retention, now)
  }

  init(_ global: GlobalFlags, _ environment: Environment) throws {
    let storage = try StorageConfiguration(global, environment)
    self.init(store: storage.open(), retention: storage.settings.retention, now: environment.now)
  }

  /// Returns the limits within which history is dropped after a call; nil if nothing is dropped.
  ///
  /// - Parameter definition: that of the call's intent; nil if it isn't a built-in one.
  static func limits(after call: IntentCall, of definition: IntentDefinition?) -> HistoryDropLimits?
  {
    guard let definition else { return .short }
    if let parameter = definition.clearsHistory {
      return call.values[parameter] == true ? .complete : nil
    }
    return definition.effects.readOnly || definition.isFrequent ? nil : .short
  }

  /// Drops history once, or until nothing is too old if there are no limits.
  ///
  /// Errors are ignored, because the next call tries again.
  func drop(_ limits: HistoryDropLimits) {
    while case .dropped? = try? store.dropHistory(retention, at: now(), limits) {
      if limits.isLimited { return }
    }
  }

  /// Drops history whenever there has been no call for a while, until the task is cancelled.
  ///
  /// - Parameters:
  ///   - quietTime: how long there must have been no call, and the time until the next try after
  ///     another process was writing, or after an error.
  ///   - pause: the time until the history is checked again after nothing was left to drop.
  func run(
    besides activity: CallActivity,
    quietTime: Duration = .seconds(5),
    pause: Duration = .seconds(3600)
  ) async {
    do {
      while true {
        try await activity.waitUntilQuiet(for: quietTime)
        switch try? store.dropHistory(retention, at: now(), .idle) {
        case .dropped?: continue
        case .nothing?: try await Task.sleep(for: pause)
        case .busy?, nil: try await Task.sleep(for: quietTime)
        }
      }
    } catch {
      // The server has ended.
    }
  }
}

extension Settings {
  /// The rule that says how long the history is kept.
  var retention: HistoryRetention {
    HistoryRetention(days: historyDays ?? HistoryRetention.defaultDays)
  }
}

extension StorageConfiguration {
  /// Returns the finding that the history has entries that can be dropped, if it has.
  func historyFindings() -> [StoreFinding] {
    let retention = settings.retention
    guard let month = try? open().firstKeptMonth(retention, at: environment.now()) else {
      return []
    }
    return [StoreFinding(.expiredHistory(before: month, days: retention.days))]
  }
}

extension Program {
  /// Drops what is too old from the history after the answer of a call.
  func dropHistory(after call: IntentCall, _ global: GlobalFlags) {
    let definition = builtInDefinition(of: call.intent)
    if let limits = HistoryCleaner.limits(after: call, of: definition) {
      dropHistory(limits, global)
    }
  }

  func dropHistory(_ limits: HistoryDropLimits, _ global: GlobalFlags) {
    if global.isDryRun { return }
    try? HistoryCleaner(global, environment).drop(limits)
  }
}
