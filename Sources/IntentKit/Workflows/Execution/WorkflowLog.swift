public import Foundation
public import JSONText

/// Where runs of workflows are begun.
public protocol WorkflowRunRecorder: Sendable {
  /// Makes sure that the system can run a workflow now, also as a dry run.
  func prepare(for workflow: Workflow) async throws(IntentError)

  /// Begins a run, of which there is one at a time.
  ///
  /// - Parameters:
  ///   - timeout: how long to wait for another run to end.
  ///   - isTraced: whether steps are noted; those of a run within another are noted there.
  ///   - cancel: cancels the run; it cleans up then, and ends.
  /// - Throws: `IntentError.busy` where another is still being done then.
  func begin(
    _ workflow: Workflow,
    at now: Date,
    timeout: Duration,
    isTraced: Bool,
    cancel: @escaping @Sendable () -> Void
  ) async throws(IntentError) -> any WorkflowLog
}

extension WorkflowRunRecorder {
  /// Takes it for granted.
  public func prepare(for workflow: Workflow) async throws(IntentError) {}
}

/// What is noted of one run.
public protocol WorkflowLog: Sendable {
  /// The name of the run.
  var run: String { get }

  /// Takes what became of a step, or comes next of it.
  func note(_ event: WorkflowEvent)

  /// Takes what became of the run, which is over.
  func end(_ status: StepStatus, error: OutcomeError?)
}

/// Something about a step.
public struct WorkflowEvent: Sendable {
  /// What there is to be noted.
  public enum Kind: Sendable, Equatable {
    /// An attempt begins.
    case begins(attempt: Int)
    /// An attempt failed, and another comes after a time.
    case retries(attempt: Int, after: Duration)
    /// It is over.
    case ends(StepStatus)
  }

  /// The way to the step: ids of steps, and numbers of items in between.
  public internal(set) var path: [JSONValue]
  /// What there is to be noted.
  public let kind: Kind
  /// The intent that is called; nil where none is.
  public var intent: String?
  /// The values of the call, secrets left out and `?` for what is not known.
  public var values: JSONValue?
  /// What it failed of.
  public var error: OutcomeError?
  /// How long it took.
  public var duration: Duration?
  /// What the call would do, where it was not done.
  public var plan: DryRunPlan?
  /// Whether it would be done at all; in a dry run that may hang on what is not known.
  public var isCertain = true

  init(_ path: [JSONValue], _ kind: Kind) {
    self.path = path
    self.kind = kind
  }
}

/// A step of a run, for which other steps are done.
struct ParentStep: Sendable {
  let log: any WorkflowLog
  let path: [JSONValue]
  let secrets: SecretMasker
}

/// A run within another, whose steps are noted with those of that.
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

/// Runs of which nothing is noted, and any number may be done at once.
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
