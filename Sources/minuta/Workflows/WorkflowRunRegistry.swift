import Foundation
import IntentKit
import JSONText
import Synchronization
import SystemCalls

/// Tracks workflow runs and cancels all of them on exit.
///
/// Each workflow runs at most once at a time, and each run has a trace.
final class WorkflowRunRegistry: WorkflowRunRecorder {
  private struct ActiveRuns {
    /// The cancellation handlers of the active runs, by run id.
    var cancellations: [String: @Sendable () -> Void] = [:]
    var observesExit = false
    var isEnding = false
  }

  private let folder: String
  private let traces: TraceDirectory
  private let now: @Sendable () -> Date
  private let makeID: @Sendable () -> UUID
  private let state = Mutex(ActiveRuns())

  /// The interval between checks for whether all runs have ended.
  private static let pause = Duration.milliseconds(10)

  init(_ environment: Environment) {
    folder = environment.stateFolder + "/runs"
    traces = TraceDirectory(stateFolder: environment.stateFolder)
    now = environment.now
    makeID = environment.makeID
  }

  func prepare(for workflow: Workflow) async throws(Failure) {
    do throws(SystemError) {
      try await ThreadAndDescriptorCheck.reserve()
    } catch {
      throw .workflowLacksResources(workflow.id, reason: error.reason)
    }
  }

  func begin(
    _ workflow: Workflow,
    at now: Date,
    timeout: Duration,
    isTraced: Bool,
    cancel: @escaping @Sendable () -> Void
  ) async throws(Failure) -> any WorkflowLog {
    let lock = try await lock(workflow.id, timeout: timeout)
    let run = traces.id(at: now, makeID(), ofHook: workflow.hook != nil)
    cancelRunsOnExit()
    let isEnding = state.withLock { state in
      if !state.isEnding { state.cancellations[run] = cancel }
      return state.isEnding
    }
    // The program is about to exit and has cancelled all runs; nothing would cancel a new one.
    if isEnding { throw .cancelled }
    let folder = isTraced ? traces : nil
    return WorkflowTrace(of: workflow, as: run, in: folder, holding: lock, now: self.now) {
      [self] in _ = state.withLock { $0.cancellations.removeValue(forKey: run) }
    }
  }

  /// Cancels the active runs when the process is terminated.
  ///
  /// Termination handlers run in order of registration. Register this one before the one that stops
  /// plugins, because runs may need plugins to clean up.
  func cancelRunsOnExit() {
    let isFirst = state.withLock { state in
      defer { state.observesExit = true }
      return !state.observesExit
    }
    if isFirst { Signals.addTerminationHandler { [weak self] in await self?.cancelAll() } }
  }

  private func lock(
    _ workflow: String,
    timeout: Duration
  ) async throws(Failure) -> FileLock {
    let path = "\(folder)/\(workflow).lock"
    let deadline = ContinuousClock.now + timeout
    do {
      try Directory.make(folder, permissions: 0o700)
      while true {
        if let lock = try FileLock.acquire(path, timeout: .zero) { return lock }
        if ContinuousClock.now >= deadline { break }
        try await Task.sleep(for: Self.pause)
      }
    } catch let error as SystemError {
      throw .unwritableFile(error.path ?? path, reason: error.reason)
    } catch {
      throw .cancelled
    }
    throw .workflowIsRunning(workflow)
  }

  /// Cancels all runs and waits until they have cleaned up.
  private func cancelAll() async {
    let open = state.withLock { state in
      state.isEnding = true
      return Array(state.cancellations.values)
    }
    for cancel in open { cancel() }
    await finish()
  }

  /// Waits for all runs to end.
  ///
  /// A cancelled run may still be cleaning up after the client has its response.
  func finish() async {
    while !state.withLock({ $0.cancellations.isEmpty }) { try? await Task.sleep(for: Self.pause) }
  }
}
