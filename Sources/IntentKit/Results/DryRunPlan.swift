public import JSONText

/// The changes a call would make, found by a dry run.
public struct DryRunPlan: Sendable, Equatable {
  /// The call's arguments as they were interpreted.
  public let values: JSONObject
  /// The planned changes, each with its `kind`, `before` and `after`.
  public let changes: [JSONValue]

  /// Whether the call requires confirmation.
  public let needsConfirmation: Bool

  /// The steps of a workflow; empty for other calls.
  public let steps: [JSONValue]

  /// Whether the planned result is the one that the call would return.
  public let isResultKnown: Bool

  /// Creates a plan.
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

  /// The plan as part of an outcome.
  public var json: JSONValue {
    var json: JSONObject = ["with": .object(values), "changes": .array(changes)]
    if !steps.isEmpty { json["steps"] = .array(steps) }
    if needsConfirmation { json["needsConfirmation"] = true }
    return .object(json)
  }
}
