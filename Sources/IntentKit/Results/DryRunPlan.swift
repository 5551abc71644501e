public import JSONText

/// What a call would do.
public struct DryRunPlan: Sendable, Equatable {
  /// The values as they were understood.
  public let values: JSONObject
  /// What would be other than before, each with its `kind`, `before` and `after`.
  public let changes: [JSONValue]

  /// Whether the call has to be confirmed to be done.
  public let needsConfirmation: Bool

  /// The steps it would be done in, where it has any.
  public let steps: [JSONValue]

  /// Whether the value that comes with the plan is the one that would be answered.
  public let isResultKnown: Bool

  /// Makes a plan.
  public init(
    values: JSONObject,
    changes: [JSONValue],
    steps: [JSONValue] = [],
    needsConfirmation: Bool = false,
    isResultKnown: Bool = true
  ) {
    self.values = values
    self.changes = changes
    self.steps = steps
    self.needsConfirmation = needsConfirmation
    self.isResultKnown = isResultKnown
  }

  /// The plan as an outcome has it.
  public var json: JSONValue {
    var json: JSONObject = ["with": .object(values), "changes": .array(changes)]
    if !steps.isEmpty { json["steps"] = .array(steps) }
    if needsConfirmation { json["needsConfirmation"] = true }
    return .object(json)
  }
}
