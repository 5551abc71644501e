import IntentKit
import JSONText

/// A form that an MCP client shows to its user to ask for input (MCP calls this elicitation).
struct ElicitationForm {
  /// The JSON Schema types that MCP allows for a field of the form.
  private static let types = ["boolean", "integer", "number", "string"]
  /// The JSON Schema keywords that MCP allows for a field of the form.
  private static let keywords = [
    "default", "description", "enum", "enumNames", "format", "maxLength", "maximum", "minLength",
    "minimum", "oneOf", "title", "type",
  ]

  private let inputRequest: InputRequest
  private let supportsTitledChoices: Bool

  /// Creates a form for an input request.
  ///
  /// Returns nil if a field has an unsupported type or may not be set over MCP.
  init?(_ inputRequest: InputRequest, for client: MCPClientInfo) {
    guard inputRequest.fields.allSatisfy(Self.isSupported) else { return nil }
    self.inputRequest = inputRequest
    supportsTitledChoices = client.supportsTitledChoices
  }

  private static func isSupported(_ field: InputRequest.InputField) -> Bool {
    let sources = field.schema["x-minuta-sources"]?.array
    return types.contains(field.schema["type"]?.string ?? "")
      && sources?.contains(.string(CallSource.mcp.rawValue)) ?? true
  }

  /// The parameters of the `elicitation/create` request that shows the form.
  var parameters: JSONObject {
    var fields = JSONObject()
    for field in inputRequest.fields { fields[field.name] = schema(of: field) }
    var form: JSONObject = ["type": "object", "properties": .object(fields)]
    form["required"] = inputRequest.form["required"]
    return [
      "mode": "form", "message": .string(inputRequest.message), "requestedSchema": .object(form),
    ]
  }

  private func schema(of field: InputRequest.InputField) -> JSONValue {
    if field.schema["oneOf"] != nil, !supportsTitledChoices, let choices = field.choices {
      return [
        "type": "string", "enum": .array(choices.map(\.value)),
        "enumNames": .array(choices.map { .string($0.title) }),
      ]
    }
    var schema = JSONObject()
    for keyword in Self.keywords { schema[keyword] = field.schema[keyword] }
    return .object(schema)
  }

  /// Returns the key of the form in the `inputRequests` of a result.
  private static func name(of inputRequest: InputRequest) -> String {
    inputRequest.fields.count == 1 ? inputRequest.fields[0].name : "form"
  }

  /// Returns the values that the user entered in the form; nil if the user declined.
  func answers(in reply: JSONValue) -> JSONObject? {
    Self.answers(in: reply, to: inputRequest)
  }

  /// Returns the values that the user entered for one input request; nil if the user declined.
  ///
  /// - Parameter replies: the client's replies to all forms, by key.
  static func answers(among replies: JSONObject, to inputRequest: InputRequest) -> JSONObject? {
    replies[name(of: inputRequest)].flatMap { answers(in: $0, to: inputRequest) }
  }

  private static func answers(in reply: JSONValue, to inputRequest: InputRequest) -> JSONObject? {
    guard reply["action"] == "accept", let content = reply["content"]?.object else { return nil }
    var answers = JSONObject()
    for field in inputRequest.fields {
      if content[field.name] == nil, field.isRequired { return nil }
      answers[field.name] = content[field.name]
    }
    return answers
  }

  /// Returns an `input_required` result with the form.
  ///
  /// The client then repeats the call with the user's answers and the token `state`.
  func inputRequired(_ state: String) -> JSONObject {
    [
      "resultType": "input_required",
      "inputRequests": .object([
        Self.name(of: inputRequest): [
          "method": "elicitation/create", "params": .object(parameters),
        ]
      ]),
      "requestState": .string(state),
    ]
  }
}
