public import JSONText

/// An intent asked for: its id and the values to ask it with.
public struct Call: Sendable, Hashable, JSONCodable {
  /// The id of the intent.
  public let intent: String
  /// The values by parameter.
  public let values: JSONObject
  /// A word by which the call is known when it comes again; nil for one that is new each time.
  public let key: String?

  /// Makes a call.
  public init(_ intent: String, with values: JSONObject = JSONObject(), key: String? = nil) {
    self.intent = intent
    self.values = values
    self.key = key
  }

  /// Reads a call from `{"intent": …, "with": {…}, "key": …}`.
  public init(json: JSONValue) throws(IntentError) {
    try self.init(json: json, at: JSONPointer())
  }

  init(json: JSONValue, at pointer: JSONPointer) throws(IntentError) {
    if let problem = SchemaCheck(EmbeddedSchemas.call).problems(in: json, at: pointer).first {
      throw .malformedCall(problem)
    }
    intent = json["intent"]?.string ?? ""
    values = json["with"]?.object ?? JSONObject()
    key = json["key"]?.string
  }

  /// The call as a file has it.
  public var json: JSONValue {
    var json: JSONObject = ["intent": .string(intent)]
    if !values.isEmpty { json["with"] = .object(values) }
    json["key"] = key.map { .string($0) }
    return .object(json)
  }
}
