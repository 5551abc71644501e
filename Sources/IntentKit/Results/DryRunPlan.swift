public import JSONText

/// The changes that a call would make, as found by a dry run.
public struct DryRunPlan: Sendable, Equatable {
  /// The call's arguments as the intent interpreted them.
  public let values: JSONObject
  /// The planned changes, each with its `kind`, `before` and `after`.
  public let changes: [JSONValue]

  /// Whether the real call would require confirmation.
  public let needsConfirmation: Bool

  /// The planned steps of a workflow; empty for other intents.
  public let steps: [JSONValue]

  /// Whether the dry run's result is the one that the real call would return.
  public let isResultKnown: Bool

  /// Creates a plan of changes.
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

  /// The plan as JSON, which becomes part of the outcome.
  public var json: JSONValue {
    var json: JSONObject = ["with": .object(values), "changes": .array(changes)]
    if !steps.isEmpty { json["steps"] = .array(steps) }
    if needsConfirmation { json["needsConfirmation"] = true }
    return .object(json)
  }
}
