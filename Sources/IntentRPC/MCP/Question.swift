import IntentKit
import JSONText

/// A question that a client puts before its user as a form.
struct Question {
  private let needs: Needs
  private let knowsTitledChoices: Bool

  init(_ needs: Needs, for client: MCPClient) {
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
      return PublicSchema.of(needs.schema, at: .mcp)
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
