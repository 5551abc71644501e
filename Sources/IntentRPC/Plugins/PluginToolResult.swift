import IntentKit
import JSONText

/// The result of a tool call, as received from the plugin's server.
struct PluginToolResult {
  let plugin: String
  let tool: String
  let json: JSONObject

  /// Converts the tool's result to the result of its intent, or throws the error that it reports.
  func answer(of definition: IntentDefinition) throws(Failure) -> IntentResult {
    let blocks = try blocks()
    if json["isError"] == true {
      let said = Self.text(blocks) ?? "The tool \(tool.quoted) failed without an error message."
      var data = JSONObject()
      data["value"] = given
      data["error"] = Self.facts(blocks)
      throw .toolFailed(plugin: plugin, tool: tool, message: said, data: data)
    }
    return IntentResult(
      try value(of: definition, blocks),
      dialog: Self.text(blocks) ?? "Called the tool \(tool.quoted) of the plugin \(plugin.quoted).",
      content: IntentResult.Content(blocks, isWhole: definition.result.isEmpty && structure == nil)
    )
  }

  /// The result's structured content; nil if there is none.
  ///
  /// Content that isn't a JSON object is wrapped in one.
  private var structure: JSONObject? {
    given.map { $0.object ?? [PluginTool.wrapperKey: $0] }
  }

  private var given: JSONValue? {
    json["structuredContent"].flatMap { $0 == .null ? .none : .some($0) }
  }

  /// Returns the result's content blocks; empty if there is only structured content.
  private func blocks() throws(Failure) -> [JSONValue] {
    guard let content = json["content"] else {
      if given != nil { return [] }
      throw wrong("'content' is missing.")
    }
    guard let blocks = content.array, blocks.allSatisfy({ $0["type"]?.string != nil }) else {
      throw wrong("'content' is not an array of content blocks.")
    }
    return blocks
  }

  private func wrong(_ problem: String) -> Failure {
    .invalidToolResult(plugin: plugin, tool: tool, problem: problem)
  }

  private func value(
    of definition: IntentDefinition,
    _ blocks: [JSONValue]
  ) throws(Failure) -> JSONObject {
    if definition.result.isEmpty { return structure ?? ["content": .array(blocks)] }
    let value = structure ?? [:]
    let problem = SchemaValidator(definition.result).problems(in: .object(value)).first
    guard let problem else { return value }
    throw wrong(problem.sentence(saying: "member"))
  }

  /// Returns the joined text of the content blocks; nil if there is none.
  ///
  /// Text that is a JSON object is used only if there is no other text.
  private static func text(_ blocks: [JSONValue]) -> String? {
    let texts = texts(blocks)
    let plain = texts.filter { object(in: $0) == nil }
    return texts.isEmpty ? nil : (plain.isEmpty ? texts : plain).joined(separator: "\n")
  }

  /// Returns the details of an error: the first content block that is a JSON object with a `code`.
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
