import JSONText

/// What has to hold for a step to be done.
indirect enum WorkflowCondition: Sendable, Equatable {
  enum Comparison: String, Sendable, CaseIterable {
    case eq, ne, lt, le, gt, ge

    /// Whether it is about which of two comes first.
    var isOrdering: Bool { self != .eq && self != .ne }
  }

  case compare(Comparison, WorkflowExpression, WorkflowExpression, place: JSONPointer)
  case isIn(WorkflowExpression, WorkflowExpression, place: JSONPointer)
  /// A reference leads to a value, which may be null.
  case exists(WorkflowReference)
  /// Null, or a text, a list or an object in which is nothing.
  case empty(WorkflowExpression)
  case not(WorkflowCondition)
  case all([WorkflowCondition])
  case any([WorkflowCondition])
  /// A step was done.
  case ok(String, place: JSONPointer)
  /// A step failed, was overdue or was cancelled.
  case failed(String, place: JSONPointer)

  static let operators =
    Comparison.allCases.map(\.rawValue) + [
      "in", "exists", "empty", "not", "and", "or", "ok", "failed",
    ]
}
