public import JSONText

/// An intent asked for: its id and the values to ask it with.
public struct Call: Sendable, Hashable, JSONCodable {
  /// The id of the intent.
  public let intent: String
  /// The values by parameter.
  public let values: JSONObject

  /// Makes a call.
  public init(_ intent: String, with values: JSONObject = JSONObject()) {
    self.intent = intent
    self.values = values
  }

  /// Reads a call from `{"intent": …, "with": {…}}`.
  public init(json: JSONValue) throws(IntentError) {
    try self.init(json: json, at: JSONPointer())
  }

  init(json: JSONValue, at pointer: JSONPointer) throws(IntentError) {
    if let problem = SchemaCheck(EmbeddedSchemas.call).problems(in: json, at: pointer).first {
      throw .malformedCall(problem)
    }
    intent = json["intent"]?.string ?? ""
    values = json["with"]?.object ?? JSONObject()
  }

  /// The call as a file has it.
  public var json: JSONValue {
    values.isEmpty
      ? ["intent": .string(intent)] : ["intent": .string(intent), "with": .object(values)]
  }
}
