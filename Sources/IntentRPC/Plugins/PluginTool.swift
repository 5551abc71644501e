import IntentKit
package import JSONText
import SystemCalls

/// A tool of a plugin, as described by its server.
package struct PluginTool: Sendable, Equatable {
  /// The tool's name on the server.
  package let name: String
  /// The complete description.
  package let json: JSONValue

  /// Reads a tool's description; nil if it has no name.
  package init?(_ json: JSONValue) {
    guard let name = json["name"]?.string, !name.isEmpty else { return nil }
    self.name = name
    self.json = json
  }

  /// The digest of the description, independent of the order of its members.
  package var digest: String { "sha256:" + SHA256.hex(of: json.normalized.bytes()) }

  /// The parts of the tool's schemas that our validator doesn't check.
  package var unchecked: [JSONPointer] {
    ["inputSchema", "outputSchema"].flatMap { name in
      (json[name]?.object).map {
        SchemaValidator($0).unsupportedKeywords(at: JSONPointer([name]))
      } ?? []
    }
  }

  /// Returns the intent for the tool.
  ///
  /// - Parameter trustsAnnotations: whether to trust the tool's annotations. Otherwise the worst
  ///   effects are assumed.
  func definition(in plugin: String, trustsAnnotations: Bool) -> IntentDefinition {
    let title = json["title"]?.string ?? json["annotations"]?["title"]?.string ?? name
    let hints = trustsAnnotations ? json["annotations"] : nil
    return IntentDefinition(
      id: PluginName.id(of: name, in: plugin),
      title: title,
      description: json["description"]?.string
        ?? "The tool \(name.quoted) of the plugin \(plugin.quoted).",
      parameters: parameters,
      result: result,
      effects: IntentDefinition.Effects(
        readOnly: hints?["readOnlyHint"]?.bool ?? false,
        destructive: hints?["destructiveHint"]?.bool ?? true,
        idempotent: hints?["idempotentHint"]?.bool ?? false,
        openWorld: hints?["openWorldHint"]?.bool ?? true
      )
    )
  }

  /// The schema of the arguments, which is always an object.
  private var parameters: JSONObject {
    SchemaSanitizer.sanitized(json["inputSchema"]?.object ?? [:]).merging(["type": "object"])
  }

  /// The schema of the result, which is always an object; empty if unknown.
  private var result: JSONObject {
    guard let given = json["outputSchema"]?.object else { return [:] }
    let schema = SchemaSanitizer.sanitized(given)
    switch schema["type"] {
    case "object": return schema
    case nil: return ["type": "object"]
    default: break
    }
    // Drop schemas with `$ref`: it would resolve against the wrong root.
    let inner: JSONObject = SchemaSanitizer.hasReference(.object(schema)) ? [:] : schema
    return [
      "type": "object", "properties": [Self.wrapperKey: .object(inner)],
      "required": [.string(Self.wrapperKey)],
    ]
  }

  /// The member that wraps a result which isn't an object.
  static let wrapperKey = "result"
}
