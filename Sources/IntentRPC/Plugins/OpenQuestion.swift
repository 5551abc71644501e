import IntentKit
import JSONText

/// What a server wants to know before a call of a tool can go on.
struct OpenQuestion: Sendable {
  /// How the call goes on.
  enum Way: Sendable {
    /// The server waits, and is told.
    case live(ToolRun)
    /// The call is made once more, with all that was said.
    case again(RepeatedCall)
  }

  /// What the server asks with.
  let parameters: JSONObject
  let way: Way
  /// What is wrong with what was said to it, where that was no answer.
  private var complaint: String?

  init(_ parameters: JSONObject, _ way: Way) {
    self.parameters = parameters
    self.way = way
  }

  /// The question as a caller is asked it.
  ///
  /// - Parameter state: what the answer has to be brought back with.
  func needs(of plugin: String, state: String) -> Needs {
    let message = parameters["message"]?.string ?? "Something is asked."
    return Needs(
      "\(plugin): " + [complaint, message].compactMap(\.self).joined(separator: " "),
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
  func again(after input: Call.Input) -> OpenQuestion? {
    guard let answers = input.answers,
      let problem = SchemaCheck(form).problems(in: .object(answers)).first
    else { return nil }
    var again = self
    again.complaint = problem.sentence(saying: "member")
    return again
  }

  /// What a caller said, as the protocol has it.
  static func reply(_ input: Call.Input) -> JSONValue {
    input.answers.map { ["action": "accept", "content": .object($0)] } ?? ["action": "decline"]
  }
}

/// A call that its server wants to see again with answers, as in the era without a handshake.
struct RepeatedCall: Sendable {
  private let state: JSONValue?
  private var open: [(name: String, parameters: JSONObject)]
  private var replies = JSONObject()

  /// Takes what a server answered; nil for an answer that is whole.
  init?(_ answer: JSONObject) throws(ServerError) {
    switch answer["resultType"] {
    case nil, "complete": return nil
    case "input_required": break
    default: throw .malformedAnswer(method: "tools/call")
    }
    state = answer["requestState"]
    open = []
    for request in answer["inputRequests"]?.object?.members ?? [] {
      // Nothing else is offered to it.
      guard request.value["method"] == "elicitation/create",
        let parameters = request.value["params"]?.object
      else { throw .malformedAnswer(method: "tools/call") }
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
