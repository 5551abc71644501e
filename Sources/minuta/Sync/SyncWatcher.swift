import Foundation
import IntentKit
import IntentRPC
import JSONText
import MinutaCore
import MinutaIntents
import MinutaStore
import MinutaSync
import SystemCalls

/// Syncs the data folder after each change and at an interval, until a signal asks it to stop.
struct SyncWatcher {
  private enum Event {
    case folderChanged, timeReached, stopped
  }

  /// The delay in seconds after a failure; it doubles with each further one, up to the interval.
  private static let firstDelay = 10

  private let interval: Int
  private let global: GlobalFlags
  private let storage: StorageConfiguration
  private let engine: IntentEngine
  private let folder: DirectoryWatch
  private let timer: WallClockTimer
  private let stopRequest: DescriptorCondition
  private var isFirst = true
  private var failures = 0
  private var lastFailure: String?

  private var environment: Environment { storage.environment }

  /// - Parameter interval: the time in seconds after which to look for changes of other machines.
  init(every interval: Int, _ global: GlobalFlags, _ program: Program) async throws {
    (self.interval, self.global) = (interval, global)
    storage = try StorageConfiguration(global, program.environment)
    engine = try await program.engine(global, printsTextOnly: true)
    do throws(SystemError) {
      folder = try storage.watcher.watch()
    } catch {
      throw error.liveChangesUnavailable(in: storage.location.path)
    }
    timer = try WallClockTimer()
    // Handle signals before the first child process, which would end this process on a signal.
    stopRequest = try Signals.recordedTerminationRequest()
  }

  /// Syncs until a signal arrives or nothing reads the output any more.
  ///
  /// - Returns: The exit code.
  func run() async throws -> Int32 {
    let loop = Task {
      var watcher = self
      return try await watcher.syncUntilStopped()
    }
    // A sync may wait long for the network, so a signal cancels it.
    try SystemThread.start { [stopRequest] in
      _ = try? DescriptorCondition.wait(forAny: [stopRequest])
      loop.cancel()
    }
    return try await loop.value
  }

  private mutating func syncUntilStopped() async throws -> Int32 {
    var event = Event.timeReached
    while event != .stopped {
      var isNeeded = event == .timeReached
      if !isNeeded { isNeeded = await hasChangesToSend() }
      if isNeeded {
        let outcome = await engine.perform(IntentCall(SyncIntent.name), from: .commandLine)
        if Signals.isTerminationRequested { break }
        if let code = try report(outcome) { return code }
        try timer.set(environment.now().timeIntervalSince1970 + Double(delay))
      }
      event = try waitForEvent()
    }
    return 0
  }

  /// The time in seconds until the next sync if nothing changes here.
  private var delay: Int {
    failures == 0 ? interval : min(interval, Self.firstDelay << min(failures - 1, 16))
  }

  /// Returns whether this machine has something to send, and true if that is unknown.
  ///
  /// A sync changes the folder too, and needs no other sync for that.
  private func hasChangesToSend() async -> Bool {
    let context = CallContext(now: environment.now(), source: .commandLine)
    let sync = GitSyncService(storage).folderSync(in: context)
    guard let status = try? await sync.status() else { return true }
    return status.ahead > 0 || !status.changed.isEmpty
  }

  /// Prints the outcome of the first sync and of each one that changed something; a failure that
  /// repeats is printed once.
  ///
  /// - Returns: The exit code if no later sync can succeed; otherwise nil.
  private mutating func report(_ outcome: Outcome) throws -> Int32? {
    let printer = global.printer(environment)
    defer { isFirst = false }
    guard let result = outcome.result else {
      let isKnown = outcome.sentence == lastFailure
      failures += 1
      lastFailure = outcome.sentence
      let code = isKnown ? outcome.exitCode : try printer.print(outcome)
      return ["notSynced", "gitMissing"].contains(outcome.error?.code) ? code : nil
    }
    let report = try JSONValue.object(result.value).decode(SyncIntent.Result.self)
    if isFirst || failures > 0 || report.hasChanges { _ = try printer.print(outcome) }
    (failures, lastFailure) = (0, nil)
    return nil
  }

  /// Waits until the folder has changed, the time has come, or the watch must stop.
  ///
  /// This blocks the thread, on which nothing else runs.
  private func waitForEvent() throws -> Event {
    let output = DescriptorCondition.abandoned(environment.streams.output)
    do throws(SystemError) {
      while true {
        // Take the changes since the last sync before waiting for more.
        if try !folder.changes().isEmpty { return .folderChanged }
        let met = try DirectoryWatcher.shared.wait(or: [timer.hasFired, output, stopRequest])
        if met.contains(output) || met.contains(stopRequest) { return .stopped }
        if met.contains(timer.hasFired) { return .timeReached }
      }
    } catch {
      throw error.liveChangesUnavailable(in: storage.location.path)
    }
  }
}
