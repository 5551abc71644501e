public import JSONText

/// What a call would do.
public struct Plan: Sendable, Equatable {
  /// The values as they were understood.
  public let values: JSONObject
  /// What would be other than before, each with its `kind`, `before` and `after`.
  public let changes: [JSONValue]

  /// Whether the call has to be confirmed to be done.
  public let needsConfirmation: Bool

  /// Makes a plan.
  public init(values: JSONObject, changes: [JSONValue], needsConfirmation: Bool = false) {
    self.values = values
    self.changes = changes
    self.needsConfirmation = needsConfirmation
  }

  /// The plan as an outcome has it.
  public var json: JSONValue {
    var json: JSONObject = ["with": .object(values), "changes": .array(changes)]
    if needsConfirmation { json["needsConfirmation"] = true }
    return .object(json)
  }
}
