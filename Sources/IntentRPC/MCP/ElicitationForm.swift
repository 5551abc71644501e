import IntentKit
import JSONText

/// A question that a client puts before its user as a form.
struct ElicitationForm {
  /// What a form can take.
  private static let types = ["boolean", "integer", "number", "string"]
  /// What a form's fields may say of themselves.
  private static let keywords = [
    "default", "description", "enum", "enumNames", "format", "maxLength", "maximum", "minLength",
    "minimum", "oneOf", "title", "type",
  ]

  private let needs: InputRequest
  private let supportsTitledChoices: Bool

  /// Makes a question; nil for values that no form can take, or that may not come from a client.
  init?(_ needs: InputRequest, for client: MCPClientInfo) {
    guard needs.fields.allSatisfy(Self.isSupported) else { return nil }
    self.needs = needs
    supportsTitledChoices = client.supportsTitledChoices
  }

  private static func isSupported(_ field: InputRequest.Field) -> Bool {
    let sources = field.schema["x-minuta-sources"]?.array
    return types.contains(field.schema["type"]?.string ?? "")
      && sources?.contains(.string(CallSource.mcp.rawValue)) ?? true
  }

  /// The parameters of `elicitation/create`.
  var parameters: JSONObject {
    var fields = JSONObject()
    for field in needs.fields { fields[field.name] = schema(of: field) }
    var form: JSONObject = ["type": "object", "properties": .object(fields)]
    form["required"] = needs.form["required"]
    return [
      "mode": "form", "message": .string(needs.message), "requestedSchema": .object(form),
    ]
  }

  private func schema(of field: InputRequest.Field) -> JSONValue {
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

  /// The name of a question among those of a result.
  private static func name(of needs: InputRequest) -> String {
    needs.fields.count == 1 ? needs.fields[0].name : "form"
  }

  /// What a form gave back; nil where its user would not say.
  func answers(in reply: JSONValue) -> JSONObject? {
    Self.answers(in: reply, to: needs)
  }

  /// What the forms of a result gave back; nil where their user would not say.
  static func answers(among replies: JSONObject, to needs: InputRequest) -> JSONObject? {
    replies[name(of: needs)].flatMap { answers(in: $0, to: needs) }
  }

  private static func answers(in reply: JSONValue, to needs: InputRequest) -> JSONObject? {
    guard reply["action"] == "accept", let content = reply["content"]?.object else { return nil }
    var answers = JSONObject()
    for field in needs.fields {
      if content[field.name] == nil, field.isRequired { return nil }
      answers[field.name] = content[field.name]
    }
    return answers
  }

  /// The result that asks, where the client calls again with the answer.
  func inputRequired(_ state: String) -> JSONObject {
    [
      "resultType": "input_required",
      "inputRequests": .object([
        Self.name(of: needs): ["method": "elicitation/create", "params": .object(parameters)]
      ]),
      "requestState": .string(state),
    ]
  }
}
