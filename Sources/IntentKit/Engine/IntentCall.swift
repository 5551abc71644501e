public import JSONText

/// A call of an intent: its ID and its arguments.
public struct IntentCall: Sendable, Hashable, JSONCodable {
  /// The ID of the intent.
  public let intent: String
  /// The arguments by parameter name.
  public let values: JSONObject
  /// The idempotency key; nil if the call always runs.
  public let key: String?

  /// The response to an earlier request for input; nil if there was none.
  public let input: InputResponse?

  /// A caller's response to a request for input.
  public struct InputResponse: Sendable, Hashable {
    /// The `state` of the request that this response answers.
    public let state: String
    /// The answers by field name; nil if the caller declined to answer.
    public let answers: JSONObject?

    /// Creates a response to a request for input.
    public init(state: String, answers: JSONObject?) {
      self.state = state
      self.answers = answers
    }
  }

  /// Creates a call.
  public init(
    _ intent: String,
    with values: JSONObject = JSONObject(),
    key: String? = nil,
    input: InputResponse? = nil
  ) {
    self.intent = intent
    self.values = values
    self.key = key
    self.input = input
  }

  /// Returns the call with answers to a request for input.
  ///
  /// - Parameter answers: A member for each requested field. Nil if the caller declined.
  /// - Returns: Nil if the caller declined and the request has no `state` to send back.
  public func answering(_ request: InputRequest, with answers: JSONObject?) -> IntentCall? {
    if let state = request.state {
      return IntentCall(
        intent,
        with: values,
        key: key,
        input: InputResponse(state: state, answers: answers)
      )
    }
    return answers.map { IntentCall(intent, with: values.merging($0), key: key) }
  }

  /// Parses a call from JSON of the form `{"intent": …, "with": {…}, "key": …}`.
  public init(json: JSONValue) throws(Failure) {
    try self.init(json: json, at: JSONPointer())
  }

  init(json: JSONValue, at pointer: JSONPointer) throws(Failure) {
    if let problem = SchemaValidator(EmbeddedSchemas.call).problems(in: json, at: pointer).first {
      throw .malformedCall(problem)
    }
    intent = json["intent"]?.string ?? ""
    values = json["with"]?.object ?? JSONObject()
    key = json["key"]?.string
    input = nil
  }

  /// The call as JSON, in the format of call files, without a comment.
  public var json: JSONValue {
    var json: JSONObject = ["intent": .string(intent)]
    let values = values.withoutComment
    if !values.isEmpty { json["with"] = .object(values) }
    json["key"] = key.map { .string($0) }
    return .object(json)
  }
}
