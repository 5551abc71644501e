public import Foundation
import JSONText

/// A recorder that starts workflow runs and records what they do.
public protocol WorkflowRunRecorder: Sendable {
  /// Checks that the system can run a workflow now.
  ///
  /// This is also called for dry runs.
  func prepare(for workflow: Workflow) async throws(Failure)

  /// Starts a run.
  ///
  /// Only one run is active at a time.
  ///
  /// - Parameters:
  ///     - timeout: The time to wait for another active run to end.
  ///     - isTraced: Whether to record the steps. False for a nested run, whose steps the outer run
  ///       records.
  ///     - cancel: A function that cancels the run, which then runs its cleanup steps and ends.
  /// - Throws: `Failure` if another run is still active after the timeout.
  func begin(
    _ workflow: Workflow,
    at now: Date,
    timeout: Duration,
    isTraced: Bool,
    cancel: @escaping @Sendable () -> Void
  ) async throws(Failure) -> any WorkflowLog
}

extension WorkflowRunRecorder {
  /// Accepts all workflows by default.
  public func prepare(for workflow: Workflow) async throws(Failure) {}
}

/// The log of one workflow run.
public protocol WorkflowLog: Sendable {
  /// The ID of the run.
  var run: String { get }

  /// Records an event of a workflow step, such as its start or end.
  func note(_ event: WorkflowEvent)

  /// Records the end of the run.
  func end(_ status: StepStatus, error: Failure?)
}

/// A workflow step whose call started a nested run.
struct ParentStep: Sendable {
  let log: any WorkflowLog
  let path: [JSONValue]
  let secrets: SecretMasker
}

/// The log of a nested run, which records its steps in the log of the outer run.
struct NestedWorkflowLog: WorkflowLog {
  let own: any WorkflowLog
  let parentStep: ParentStep

  var run: String { parentStep.log.run }

  func note(_ event: WorkflowEvent) {
    var event = event
    event.path = parentStep.path + event.path
    event.values = event.values.map(parentStep.secrets.masked)
    event.error = event.error.map(parentStep.secrets.masked)
    parentStep.log.note(event)
  }

  func end(_ status: StepStatus, error: Failure?) {
    own.end(status, error: error)
  }
}

/// A recorder that records nothing and allows any number of concurrent runs.
struct NoopRunRecorder: WorkflowRunRecorder {
  func begin(
    _ workflow: Workflow,
    at now: Date,
    timeout: Duration,
    isTraced: Bool,
    cancel: @escaping @Sendable () -> Void
  ) -> any WorkflowLog {
    NoopWorkflowLog(run: workflow.id)
  }
}

private struct NoopWorkflowLog: WorkflowLog {
  let run: String

  func note(_ event: WorkflowEvent) {}
  func end(_ status: StepStatus, error: Failure?) {}
}
