public import JSONText

/// An event in the execution of a workflow step, such as its start or end.
public struct WorkflowEvent: Sendable {
  /// The kinds of events.
  public enum Kind: Sendable, Equatable {
    /// An attempt to run the step starts.
    case begins(attempt: Int)
    /// An attempt failed, and another follows after a delay.
    case retries(attempt: Int, after: Duration)
    /// The step ended.
    case ends(StepStatus)
  }

  /// The path to the step: the IDs of the enclosing steps and its own, with item indices for loops.
  public internal(set) var path: [JSONValue]
  /// The kind of event.
  public let kind: Kind
  /// The intent that the step calls; nil if it doesn't call one.
  public var intent: String?
  /// The arguments of the step's call, with secrets masked and `?` for unknown values.
  public var values: JSONValue?
  /// The error of a failed step.
  public var error: Failure?
  /// The duration of the step.
  public var duration: Duration?
  /// The planned changes of the step in a dry run; nil in other runs.
  public var plan: DryRunPlan?
  /// Whether the step is certain to run; in a dry run, that may depend on unknown values.
  public var isCertain = true

  init(_ path: [JSONValue], _ kind: Kind) {
    self.path = path
    self.kind = kind
  }
}
