public import Foundation
public import JSONText

/// Starts and records workflow runs.
public protocol WorkflowRunRecorder: Sendable {
  /// Checks that the system can run a workflow now.
  ///
  /// Also called for dry runs.
  func prepare(for workflow: Workflow) async throws(IntentError)

  /// Starts a run.
  ///
  /// Only one run is active at a time.
  ///
  /// - Parameters:
  ///   - timeout: The time to wait for another run to end.
  ///   - isTraced: Whether to record the steps. A nested run records them in the outer one.
  ///   - cancel: Cancels the run, which then runs its cleanup steps and ends.
  /// - Throws: `IntentError.busy` if another run is still active after the timeout.
  func begin(
    _ workflow: Workflow,
    at now: Date,
    timeout: Duration,
    isTraced: Bool,
    cancel: @escaping @Sendable () -> Void
  ) async throws(IntentError) -> any WorkflowLog
}

extension WorkflowRunRecorder {
  /// Accepts all workflows.
  public func prepare(for workflow: Workflow) async throws(IntentError) {}
}

/// The log of one run.
public protocol WorkflowLog: Sendable {
  /// The ID of the run.
  var run: String { get }

  /// Records an event of a step.
  func note(_ event: WorkflowEvent)

  /// Records the end of the run.
  func end(_ status: StepStatus, error: OutcomeError?)
}

/// An event of a workflow step.
public struct WorkflowEvent: Sendable {
  /// The kinds of events.
  public enum Kind: Sendable, Equatable {
    /// An attempt starts.
    case begins(attempt: Int)
    /// An attempt failed, and another follows after a delay.
    case retries(attempt: Int, after: Duration)
    /// The step ended.
    case ends(StepStatus)
  }

  /// The path to the step: step IDs, with item indices for loops.
  public internal(set) var path: [JSONValue]
  /// The kind of event.
  public let kind: Kind
  /// The intent that the step calls; nil if it doesn't call one.
  public var intent: String?
  /// The values of the call, with secrets masked and `?` for unknown values.
  public var values: JSONValue?
  /// The error of a failed step.
  public var error: OutcomeError?
  /// The duration of the step.
  public var duration: Duration?
  /// The planned changes, in a dry run.
  public var plan: DryRunPlan?
  /// Whether the step is certain to run.
  ///
  /// In a dry run it may depend on unknown values.
  public var isCertain = true

  init(_ path: [JSONValue], _ kind: Kind) {
    self.path = path
    self.kind = kind
  }
}

/// A step whose call started a nested run.
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

  func end(_ status: StepStatus, error: OutcomeError?) {
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
  func end(_ status: StepStatus, error: OutcomeError?) {}
}
