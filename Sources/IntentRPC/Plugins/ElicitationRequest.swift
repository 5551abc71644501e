import IntentKit
import JSONText

/// A request for user input (MCP calls it elicitation) that a plugin's server made during a tool
/// call.
struct ElicitationRequest: Sendable {
  /// The way in which the server receives the user's answers.
  enum ElicitationReplyChannel: Sendable {
    /// The server waits for the response to its own request, which will contain the answers.
    case waiting(ToolCallTask)
    /// The server has ended the call, which must be repeated with the answers.
    case retry(ToolCallRetry)
  }

  /// The parameters of the server's `elicitation/create` request.
  let parameters: JSONObject
  let replyMode: ElicitationReplyChannel
  /// The problem with the user's previous answers; nil if there is none.
  private var validationMessage: String?

  init(_ parameters: JSONObject, _ replyMode: ElicitationReplyChannel) {
    self.parameters = parameters
    self.replyMode = replyMode
  }

  /// Converts the elicitation to an input request for the intent's caller.
  ///
  /// - Parameter state: the token that the caller must send together with the answers.
  func inputRequest(of plugin: String, state: String) -> InputRequest {
    let message = parameters["message"]?.string ?? "Enter the requested values."
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

  /// Returns the elicitation again, with an error message, if the answers don't match its schema;
  /// nil if they match.
  func retry(after input: IntentCall.InputResponse) -> ElicitationRequest? {
    guard let answers = input.answers,
      let problem = SchemaValidator(form).problems(in: .object(answers)).first
    else { return nil }
    var retry = self
    retry.validationMessage = problem.sentence(saying: "member")
    return retry
  }

  /// Returns the caller's answers in the form that MCP requires as the result of
  /// `elicitation/create`.
  static func reply(_ input: IntentCall.InputResponse) -> JSONValue {
    input.answers.map { ["action": "accept", "content": .object($0)] } ?? ["action": "decline"]
  }
}

/// A tool call that must be repeated with the user's answers, as in MCP versions without a
/// handshake.
struct ToolCallRetry: Sendable {
  private let state: JSONValue?
  private var open: [(name: String, parameters: JSONObject)]
  private var replies = JSONObject()

  /// Reads the result of a tool call; nil if the result is complete, so the call needn't be
  /// repeated.
  init?(_ answer: JSONObject) throws(MCPServerError) {
    switch answer["resultType"] {
    case nil, "complete": return nil
    case "input_required": break
    default: throw .malformedResponse(method: "tools/call")
    }
    state = answer["requestState"]
    open = []
    for request in answer["inputRequests"]?.object?.members ?? [] {
      // We declare only the capability to elicit, so a server may not send other requests.
      guard request.value["method"] == "elicitation/create",
        let parameters = request.value["params"]?.object
      else { throw .malformedResponse(method: "tools/call") }
      open.append((request.key, parameters))
    }
  }

  /// The parameters of the next unanswered elicitation; nil if all are answered.
  var question: JSONObject? { open.first?.parameters }

  mutating func answer(_ reply: JSONValue) {
    guard !open.isEmpty else { return }
    replies[open.removeFirst().name] = reply
  }

  /// The parameters to add to the call when it is repeated.
  var parameters: JSONObject {
    var parameters: JSONObject = ["inputResponses": .object(replies)]
    parameters["requestState"] = state
    return parameters
  }
}
