import IntentKit
import JSONText

/// What a tool answered.
struct PluginToolResult {
  let plugin: String
  let tool: String
  let json: JSONObject

  /// The answer of the intent that the tool is.
  func answer(of definition: IntentDefinition) throws(PluginError) -> IntentResult {
    let blocks = try blocks()
    if json["isError"] == true {
      let said = Self.text(blocks) ?? "The tool \(tool.quoted) failed and does not say why."
      var data = JSONObject()
      data["value"] = given
      data["error"] = Self.facts(blocks)
      throw .toolFailed(plugin: plugin, tool: tool, message: said, data: data)
    }
    return IntentResult(
      try value(of: definition, blocks),
      dialog: Self.text(blocks) ?? "The tool \(tool.quoted) of \(plugin.quoted) was called.",
      content: IntentResult.Content(blocks, isWhole: definition.result.isEmpty && structure == nil)
    )
  }

  /// What it answered as structure, an object always; nil where it did not.
  private var structure: JSONObject? {
    given.map { $0.object ?? [PluginTool.wrapperKey: $0] }
  }

  private var given: JSONValue? {
    json["structuredContent"].flatMap { $0 == .null ? .none : .some($0) }
  }

  /// What it answered for people and models; none where that is all in the structure.
  private func blocks() throws(PluginError) -> [JSONValue] {
    guard let content = json["content"] else {
      if given != nil { return [] }
      throw wrong("'content' is missing.")
    }
    guard let blocks = content.array, blocks.allSatisfy({ $0["type"]?.string != nil }) else {
      throw wrong("'content' is no list of blocks.")
    }
    return blocks
  }

  private func wrong(_ problem: String) -> PluginError {
    .invalidToolResult(plugin: plugin, tool: tool, problem: problem)
  }

  private func value(
    of definition: IntentDefinition,
    _ blocks: [JSONValue]
  ) throws(PluginError) -> JSONObject {
    if definition.result.isEmpty { return structure ?? ["content": .array(blocks)] }
    let value = structure ?? [:]
    let problem = SchemaValidator(definition.result).problems(in: .object(value)).first
    guard let problem else { return value }
    throw wrong(problem.sentence(saying: "member"))
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
