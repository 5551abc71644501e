public import JSONText

/// What a call would do.
public struct Plan: Sendable, Equatable {
  /// The values as they were understood.
  public let values: JSONObject
  /// What would be other than before, each with its `kind`, `before` and `after`.
  public let changes: [JSONValue]

  /// Makes a plan.
  public init(values: JSONObject, changes: [JSONValue]) {
    self.values = values
    self.changes = changes
  }

  /// The plan as an outcome has it.
  public var json: JSONValue {
    ["with": .object(values), "changes": .array(changes)]
  }
}
