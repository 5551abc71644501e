import IntentKit
import IntentRPC
import JSONText

/// The description of a plugin's tool, shown to the user before approval.
struct ToolApprovalReport {
  let tool: PluginTool
  let plugin: String

  var lines: [String] {
    let title = tool.json["title"]?.string.map { " (\($0))" } ?? ""
    return ["", tool.name + title + hints] + description + parameters + unchecked
  }

  var json: JSONObject {
    [
      "tool": .string(tool.name), "intent": .string(PluginName.id(of: tool.name, in: plugin)),
      "definition": tool.json,
      "unchecked": .array(tool.unchecked.map { .string($0.description) }),
    ]
  }

  private var hints: String {
    let annotations = tool.json["annotations"]
    let words = [
      annotations?["readOnlyHint"] == true ? "read-only" : nil,
      annotations?["destructiveHint"] == true ? "destructive" : nil,
      annotations?["openWorldHint"] == true ? "network access" : nil,
    ].compactMap(\.self)
    return words.isEmpty ? "" : "; hints: \(words.joined(separator: ", "))"
  }

  private var description: [String] {
    (tool.json["description"]?.string ?? "").split(whereSeparator: \.isNewline)
      .map { "    \($0)" }
  }

  private var parameters: [String] {
    let required = tool.json["inputSchema"]?["required"]?.array ?? []
    let properties = tool.json["inputSchema"]?["properties"]?.object?.members ?? []
    return properties.map { property in
      let type = property.value["type"]?.string ?? "any"
      let isRequired = required.contains(.string(property.key))
      let text = property.value["description"]?.string.map { ": \($0)" } ?? ""
      return "    - \(property.key) (\(type)\(isRequired ? ", required" : ""))\(text)"
        .replacing("\n", with: " ")
    }
  }

  private var unchecked: [String] {
    if tool.unchecked.isEmpty { return [] }
    let places = tool.unchecked.map(\.description).joined(separator: ", ")
    return ["    not validated before a call: \(places)"]
  }
}
