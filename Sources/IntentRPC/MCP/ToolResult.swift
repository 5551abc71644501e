import IntentKit
import JSONText

/// Creates the results of tool calls: text for models, and structured content for programs.
enum ToolResult {
  static func json(of outcome: Outcome) -> JSONObject {
    switch outcome {
    case .ok(let answer), .planned(let answer):
      guard let content = answer.content else {
        return json(dialog: answer.dialog, value: answer.valueWithIDs, resource: answer.resource)
      }
      var result: JSONObject = ["content": .array(content.blocks)]
      if !content.isWhole { result["structuredContent"] = .object(answer.value) }
      return result.merging(["isError": false])
    case .needsInput(let inputRequest):
      return failure(inputRequest.message, facts: inputRequest.json)
    case .failed(let error) where error.kind == .cancelled:
      return failure(error.message, facts: ["code": .string(error.code)])
    case .failed(let error): return failure(error.message, facts: error.json)
    }
  }

  /// - Parameter resource: the contents of a resource to embed; nil for none.
  static func json(
    dialog: String,
    value: JSONObject,
    resource: JSONObject? = nil,
    isError: Bool = false
  ) -> JSONObject {
    var content = [text(dialog), text(JSONValue.object(value).text())]
    if let resource { content.append(["type": "resource", "resource": .object(resource)]) }
    return [
      "content": .array(content), "structuredContent": .object(value), "isError": .bool(isError),
    ]
  }

  /// Returns the result of a call for which the user declined to provide the input.
  static func declined(_ tool: String) -> JSONObject {
    failure(
      "The input for \(tool.quoted) was declined; nothing changed.",
      facts: ["code": "declined"]
    )
  }

  /// Returns an error result with a message and machine-readable details, so a model can react to
  /// it.
  private static func failure(_ message: String, facts: JSONValue) -> JSONObject {
    ["content": [text(message), text(facts.text())], "isError": true]
  }

  private static func text(_ text: String) -> JSONValue {
    ["type": "text", "text": .string(text)]
  }
}

extension IntentResult {
  /// The contents of the resource that stands for the file in the value; nil if there is none.
  fileprivate var resource: JSONObject? {
    file.flatMap { value[$0.member] == nil ? nil : $0.contents(in: .object(value)) }
  }

  /// The result's value without its file, with the `revision` or `run` id that the tool `Undo`
  /// accepts.
  fileprivate var valueWithIDs: JSONObject {
    var value = value
    if let file { value[file.member] = nil }
    if let revision { value["revision"] = .number(JSONNumber(revision)) }
    if let run { value["run"] = .string(run) }
    return value
  }
}
