import IntentKit
import JSONText

/// What a tool answers, as text for a model and as structure for a program.
enum ToolResult {
  static func json(of outcome: Outcome) -> JSONObject {
    switch outcome {
    case .ok(let answer), .planned(let answer):
      guard let content = answer.content else {
        return json(dialog: answer.dialog, value: answer.valueWithIDs)
      }
      var result: JSONObject = ["content": .array(content.blocks)]
      if !content.isWhole { result["structuredContent"] = .object(answer.value) }
      return result.merging(["isError": false])
    case .needsInput(let needs): return failure(needs.message, facts: needs.json)
    case .cancelled: return failure(outcome.sentence, facts: ["code": .string(outcome.status)])
    case .failed(let error), .busy(let error), .timeout(let error):
      return failure(error.message, facts: error.json)
    }
  }

  static func json(dialog: String, value: JSONObject, isError: Bool = false) -> JSONObject {
    [
      "content": [text(dialog), text(JSONValue.object(value).text())],
      "structuredContent": .object(value), "isError": .bool(isError),
    ]
  }

  /// The result of a call whose caller would not say what it needs.
  static func declined(_ tool: String) -> JSONObject {
    failure(
      "\(tool.quoted) was not done, since what it needs was not given; nothing was changed.",
      facts: ["code": "declined"]
    )
  }

  /// A result that a model can act on: what failed, and the facts about it.
  private static func failure(_ message: String, facts: JSONValue) -> JSONObject {
    ["content": [text(message), text(facts.text())], "isError": true]
  }

  private static func text(_ text: String) -> JSONValue {
    ["type": "text", "text": .string(text)]
  }
}

extension IntentResult {
  /// The value with what `Undo` takes the call back by.
  fileprivate var valueWithIDs: JSONObject {
    var value = value
    if let revision { value["revision"] = .number(JSONNumber(revision)) }
    if let run { value["run"] = .string(run) }
    return value
  }
}
