import IntentKit
import JSONText

/// A question that a client puts before its user as a form.
struct Question {
  /// What a form can take.
  private static let types = ["boolean", "integer", "number", "string"]
  /// What a form's fields may say of themselves.
  private static let keywords = [
    "default", "description", "enum", "maxLength", "maximum", "minLength", "minimum", "oneOf",
    "title", "type",
  ]

  private let needs: Needs
  private let knowsTitledChoices: Bool

  /// Makes a question; nil for a value that no form can take, or that may not come from a client.
  init?(_ needs: Needs, for client: MCPClient) {
    let doors = needs.schema["x-minuta-doors"]?.array
    guard
      Self.types.contains(needs.schema["type"]?.string ?? ""),
      doors?.contains(.string(Door.mcp.rawValue)) ?? true
    else { return nil }
    self.needs = needs
    knowsTitledChoices = client.knowsTitledChoices
  }

  /// The parameters of `elicitation/create`.
  var parameters: JSONObject {
    [
      "mode": "form", "message": .string(needs.message),
      "requestedSchema": [
        "type": "object", "properties": .object([needs.parameter: schema]),
        "required": [.string(needs.parameter)],
      ],
    ]
  }

  private var schema: JSONValue {
    guard let choices = needs.choices, !knowsTitledChoices else {
      var field = JSONObject()
      for keyword in Self.keywords { field[keyword] = needs.schema[keyword] }
      return .object(field)
    }
    return [
      "type": "string", "enum": .array(choices.map(\.value)),
      "enumNames": .array(choices.map { .string($0.title) }),
    ]
  }

  /// The answer in what a form gave back; nil where its user would not say.
  func answer(in reply: JSONValue) -> JSONValue? {
    Self.answer(in: reply, to: needs.parameter)
  }

  static func answer(in reply: JSONValue, to parameter: String) -> JSONValue? {
    reply["action"] == "accept" ? reply["content"]?[parameter] : nil
  }

  /// The result that asks, where the client calls again with the answer.
  func inputRequired(_ state: String) -> JSONObject {
    [
      "resultType": "input_required",
      "inputRequests": .object([
        needs.parameter: ["method": "elicitation/create", "params": .object(parameters)]
      ]),
      "requestState": .string(state),
    ]
  }
}
