import Foundation
import IntentKit
import JSONText
import Synchronization
import SystemCalls

/// Where runs of workflows are begun: one of each at a time, each with a trace, and none left behind
/// when the process is asked to end.
final class WorkflowRunRegistry: WorkflowRunRecorder {
  private struct ActiveRuns {
    /// What cancels the runs that are being done.
    var cancellations: [String: @Sendable () -> Void] = [:]
    var observesExit = false
    var isEnding = false
  }

  private let folder: String
  private let traces: TraceDirectory
  private let now: @Sendable () -> Date
  private let makeID: @Sendable () -> UUID
  private let state = Mutex(ActiveRuns())

  /// How long to wait before looking again whether a run has ended.
  private static let pause = Duration.milliseconds(10)

  init(_ environment: Environment) {
    folder = environment.stateFolder + "/runs"
    traces = TraceDirectory(stateFolder: environment.stateFolder)
    now = environment.now
    makeID = environment.makeID
  }

  func prepare(for workflow: Workflow) async throws(IntentError) {
    do throws(SystemError) {
      try await RuntimeResources.reserve()
    } catch {
      throw .failed(
        OutcomeError(
          .failure,
          code: "tooFewResources",
          message: "The workflow \(workflow.id.quoted) cannot run: \(error.reason).",
          data: ["workflow": .string(workflow.id)]
        )
      )
    }
  }

  func begin(
    _ workflow: Workflow,
    at now: Date,
    timeout: Duration,
    isTraced: Bool,
    cancel: @escaping @Sendable () -> Void
  ) async throws(IntentError) -> any WorkflowLog {
    let lock = try await lock(workflow.id, timeout: timeout)
    let run = traces.id(at: now, makeID(), ofHook: workflow.hook != nil)
    cancelRunsOnExit()
    let isEnding = state.withLock { state in
      if !state.isEnding { state.cancellations[run] = cancel }
      return state.isEnding
    }
    // What is begun after the end was asked for would be left behind.
    if isEnding { throw .cancelled }
    let folder = isTraced ? traces : nil
    return WorkflowTraceWriter(of: workflow, as: run, in: folder, holding: lock, now: self.now) {
      [self] in _ = state.withLock { $0.cancellations.removeValue(forKey: run) }
    }
  }

  /// Has runs end before the process does.
  ///
  /// What is done before the end is done in order: plugins that runs need are to be stopped later.
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
  ) async throws(IntentError) -> FileLock {
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
      throw UsageError.unwritableFile(error.path ?? path, reason: error.reason).intentError
    } catch {
      throw .cancelled
    }
    throw .busy(
      OutcomeError(
        .failure,
        code: "busy",
        message: "The workflow \(workflow.quoted) is running already.",
        data: ["workflow": .string(workflow)]
      )
    )
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

  /// Waits until all runs are over; one that was cancelled may be answered before it has cleaned up.
  func finish() async {
    while !state.withLock({ $0.cancellations.isEmpty }) { try? await Task.sleep(for: Self.pause) }
  }
}

extension UsageError {
  /// The error as the engine tells it.
  var intentError: IntentError {
    .failed(outcome.error ?? OutcomeError(.failure, code: "internal", message: outcome.sentence))
  }
}
