import IntentKit
import JSONText

/// An elicitation that a plugin's server sent during a tool call.
struct ElicitationRequest: Sendable {
  /// The way in which the answers reach the server.
  enum ReplyMode: Sendable {
    /// The server's request is waiting; answer it.
    case waiting(ToolCallTask)
    /// The call is repeated with the answers.
    case retry(ToolCallRetry)
  }

  /// The parameters of `elicitation/create`.
  let parameters: JSONObject
  let replyMode: ReplyMode
  /// The problem with the previous answers; nil if there is none.
  private var validationMessage: String?

  init(_ parameters: JSONObject, _ replyMode: ReplyMode) {
    self.parameters = parameters
    self.replyMode = replyMode
  }

  /// Returns the elicitation as an input request to the caller.
  ///
  /// - Parameter state: the token that the caller must send with the answers.
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

  /// Returns the elicitation with an error message if the answers don't match its schema; nil if
  /// they do.
  func retry(after input: IntentCall.InputResponse) -> ElicitationRequest? {
    guard let answers = input.answers,
      let problem = SchemaValidator(form).problems(in: .object(answers)).first
    else { return nil }
    var retry = self
    retry.validationMessage = problem.sentence(saying: "member")
    return retry
  }

  /// Returns the caller's answers as the result of `elicitation/create`.
  static func reply(_ input: IntentCall.InputResponse) -> JSONValue {
    input.answers.map { ["action": "accept", "content": .object($0)] } ?? ["action": "decline"]
  }
}

/// A tool call that must be repeated with answers, as in MCP versions without a handshake.
struct ToolCallRetry: Sendable {
  private let state: JSONValue?
  private var open: [(name: String, parameters: JSONObject)]
  private var replies = JSONObject()

  /// Reads a tool call's result; nil if it is complete.
  init?(_ answer: JSONObject) throws(MCPServerError) {
    switch answer["resultType"] {
    case nil, "complete": return nil
    case "input_required": break
    default: throw .malformedResponse(method: "tools/call")
    }
    state = answer["requestState"]
    open = []
    for request in answer["inputRequests"]?.object?.members ?? [] {
      // We declare no other capabilities, so a server may not send other requests.
      guard request.value["method"] == "elicitation/create",
        let parameters = request.value["params"]?.object
      else { throw .malformedResponse(method: "tools/call") }
      open.append((request.key, parameters))
    }
  }

  /// The next unanswered elicitation; nil if all are answered.
  var question: JSONObject? { open.first?.parameters }

  mutating func answer(_ reply: JSONValue) {
    guard !open.isEmpty else { return }
    replies[open.removeFirst().name] = reply
  }

  /// The additional parameters of the repeated call.
  var parameters: JSONObject {
    var parameters: JSONObject = ["inputResponses": .object(replies)]
    parameters["requestState"] = state
    return parameters
  }
}
