public import JSONText

/// An intent asked for: its id and the values to ask it with.
public struct IntentCall: Sendable, Hashable, JSONCodable {
  /// The id of the intent.
  public let intent: String
  /// The values by parameter.
  public let values: JSONObject
  /// A word by which the call is known when it comes again; nil for one that is new each time.
  public let key: String?

  /// What is said to a question that the call was answered with; nil where there was none.
  public let input: InputResponse?

  /// What a caller says to a question.
  public struct InputResponse: Sendable, Hashable {
    /// What the question came with.
    public let state: String
    /// What is said; nil where the caller would not say.
    public let answers: JSONObject?

    /// Makes an answer.
    public init(state: String, answers: JSONObject?) {
      self.state = state
      self.answers = answers
    }
  }

  /// Makes a call.
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

  /// The call with what is said to its question.
  ///
  /// - Parameter answers: a member for each thing that was asked; nil where the caller would not say.
  /// - Returns: Nil where nothing is left to be done, as nobody waits for what is not said.
  public func answering(_ needs: InputRequest, with answers: JSONObject?) -> IntentCall? {
    if let state = needs.state {
      return IntentCall(
        intent,
        with: values,
        key: key,
        input: InputResponse(state: state, answers: answers)
      )
    }
    return answers.map { IntentCall(intent, with: values.merging($0), key: key) }
  }

  /// Reads a call from `{"intent": …, "with": {…}, "key": …}`.
  public init(json: JSONValue) throws(IntentError) {
    try self.init(json: json, at: JSONPointer())
  }

  init(json: JSONValue, at pointer: JSONPointer) throws(IntentError) {
    if let problem = SchemaValidator(EmbeddedSchemas.call).problems(in: json, at: pointer).first {
      throw .malformedCall(problem)
    }
    intent = json["intent"]?.string ?? ""
    values = json["with"]?.object ?? JSONObject()
    key = json["key"]?.string
    input = nil
  }

  /// The call as a file has it.
  public var json: JSONValue {
    var json: JSONObject = ["intent": .string(intent)]
    if !values.isEmpty { json["with"] = .object(values) }
    json["key"] = key.map { .string($0) }
    return .object(json)
  }
}
