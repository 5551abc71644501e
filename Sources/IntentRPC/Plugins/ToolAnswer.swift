import IntentKit
import JSONText

/// What a tool answered.
struct ToolAnswer {
  let plugin: String
  let tool: String
  let json: JSONObject

  /// The answer of the intent that the tool is.
  func answer(of definition: IntentDefinition) throws(PluginError) -> Answer {
    guard let blocks = json["content"]?.array ?? (json["structuredContent"] == nil ? nil : [])
    else {
      throw .wrongAnswer(plugin: plugin, tool: tool, problem: "'content' is missing.")
    }
    if json["isError"] == true {
      let said = Self.text(blocks) ?? "The tool \(tool.quoted) failed and does not say why."
      var data = JSONObject()
      data["value"] = json["structuredContent"]
      data["error"] = Self.facts(blocks)
      throw .toolFailed(plugin: plugin, tool: tool, message: said, data: data)
    }
    return Answer(
      try value(of: definition, blocks),
      dialog: Self.text(blocks) ?? "The tool \(tool.quoted) of \(plugin.quoted) was called.",
      content: Answer.Content(blocks, isWhole: definition.result.isEmpty && structure == nil)
    )
  }

  private var structure: JSONObject? { json["structuredContent"]?.object }

  private func value(
    of definition: IntentDefinition,
    _ blocks: [JSONValue]
  ) throws(PluginError) -> JSONObject {
    if definition.result.isEmpty { return structure ?? ["content": .array(blocks)] }
    let value = structure ?? json["structuredContent"].map { [PluginTool.wrapped: $0] } ?? [:]
    let problem = SchemaCheck(definition.result).problems(in: .object(value)).first
    guard let problem else { return value }
    throw .wrongAnswer(plugin: plugin, tool: tool, problem: problem.sentence(saying: "member"))
  }

  /// What the blocks say to a reader; what is there for programs only where there is nothing else.
  private static func text(_ blocks: [JSONValue]) -> String? {
    let texts = texts(blocks)
    let plain = texts.filter { object(in: $0) == nil }
    return texts.isEmpty ? nil : (plain.isEmpty ? texts : plain).joined(separator: "\n")
  }

  /// What a block says of an error to programs.
  private static func facts(_ blocks: [JSONValue]) -> JSONValue? {
    texts(blocks).compactMap(object).first { $0["code"] != nil }
  }

  private static func texts(_ blocks: [JSONValue]) -> [String] {
    blocks.filter { $0["type"] == "text" }.compactMap { $0["text"]?.string }
  }

  private static func object(in text: String) -> JSONValue? {
    guard text.utf8.first == UInt8(ascii: "{") else { return nil }
    return (try? JSONValue(parsing: text)).flatMap { $0.object == nil ? nil : $0 }
  }
}
