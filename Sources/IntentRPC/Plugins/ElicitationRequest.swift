import IntentKit
import JSONText

/// What a server wants to know before a call of a tool can go on.
struct ElicitationRequest: Sendable {
  /// How the call goes on.
  enum ReplyMode: Sendable {
    /// The server waits, and is told.
    case waiting(ToolCallTask)
    /// The call is made once more, with all that was said.
    case retry(ToolCallRetry)
  }

  /// What the server asks with.
  let parameters: JSONObject
  let replyMode: ReplyMode
  /// What is wrong with what was said to it, where that was no answer.
  private var validationMessage: String?

  init(_ parameters: JSONObject, _ replyMode: ReplyMode) {
    self.parameters = parameters
    self.replyMode = replyMode
  }

  /// The question as a caller is asked it.
  ///
  /// - Parameter state: what the answer has to be brought back with.
  func needs(of plugin: String, state: String) -> InputRequest {
    let message = parameters["message"]?.string ?? "Something is asked."
    return InputRequest(
      "\(plugin): " + [validationMessage, message].compactMap(\.self).joined(separator: " "),
      form: form,
      state: state
    )
  }

  private var form: JSONObject {
    let form = parameters["requestedSchema"]?.object ?? JSONObject()
    return form.merging([
      "type": "object", "properties": .object(form["properties"]?.object ?? [:]),
    ])
  }

  /// The question to be put once more, as what is said does not fit it; nil where that does.
  func again(after input: IntentCall.InputResponse) -> ElicitationRequest? {
    guard let answers = input.answers,
      let problem = SchemaValidator(form).problems(in: .object(answers)).first
    else { return nil }
    var again = self
    again.validationMessage = problem.sentence(saying: "member")
    return again
  }

  /// What a caller said, as the protocol has it.
  static func reply(_ input: IntentCall.InputResponse) -> JSONValue {
    input.answers.map { ["action": "accept", "content": .object($0)] } ?? ["action": "decline"]
  }
}

/// A call that its server wants to see again with answers, as in the era without a handshake.
struct ToolCallRetry: Sendable {
  private let state: JSONValue?
  private var open: [(name: String, parameters: JSONObject)]
  private var replies = JSONObject()

  /// Takes what a server answered; nil for an answer that is whole.
  init?(_ answer: JSONObject) throws(MCPServerError) {
    switch answer["resultType"] {
    case nil, "complete": return nil
    case "input_required": break
    default: throw .malformedResponse(method: "tools/call")
    }
    state = answer["requestState"]
    open = []
    for request in answer["inputRequests"]?.object?.members ?? [] {
      // Nothing else is offered to it.
      guard request.value["method"] == "elicitation/create",
        let parameters = request.value["params"]?.object
      else { throw .malformedResponse(method: "tools/call") }
      open.append((request.key, parameters))
    }
  }

  /// What is asked next; nil where all is answered.
  var question: JSONObject? { open.first?.parameters }

  mutating func answer(_ reply: JSONValue) {
    guard !open.isEmpty else { return }
    replies[open.removeFirst().name] = reply
  }

  /// What the call is made with once more, beside its own.
  var parameters: JSONObject {
    var parameters: JSONObject = ["inputResponses": .object(replies)]
    parameters["requestState"] = state
    return parameters
  }
}
