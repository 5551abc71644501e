import JSONText

/// A condition that decides whether a step runs.
indirect enum WorkflowCondition: Sendable, Equatable {
  enum Comparison: String, Sendable, CaseIterable {
    case eq, ne, lt, le, gt, ge

    /// Whether the comparison needs to order its operands, unlike `eq` and `ne`.
    var isOrdering: Bool { self != .eq && self != .ne }
  }

  case compare(Comparison, WorkflowExpression, WorkflowExpression, place: JSONPointer)
  case isIn(WorkflowExpression, WorkflowExpression, place: JSONPointer)
  /// The target of a reference exists, although it may be null.
  case exists(WorkflowReference)
  /// The value is null, or an empty string, list or object.
  case empty(WorkflowExpression)
  case not(WorkflowCondition)
  case all([WorkflowCondition])
  case any([WorkflowCondition])
  /// The step with this ID succeeded.
  case ok(String, place: JSONPointer)
  /// The step with this ID failed, timed out or was cancelled.
  case failed(String, place: JSONPointer)

  static let operators =
    Comparison.allCases.map(\.rawValue) + [
      "in", "exists", "empty", "not", "and", "or", "ok", "failed",
    ]
}
