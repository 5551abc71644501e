import IntentKit
package import JSONText
import SystemCalls

/// A tool of a plugin, with the description that the plugin's server gave.
package struct PluginTool: Sendable, Equatable {
  /// The name by which the plugin's server knows the tool.
  package let name: String
  /// The complete description of the tool, as received.
  package let json: JSONValue

  /// Reads the description of a tool; nil if it contains no name.
  package init?(_ json: JSONValue) {
    guard let name = json["name"]?.string, !name.isEmpty else { return nil }
    self.name = name
    self.json = json
  }

  /// The digest of the tool's description, which doesn't depend on the order of JSON members.
  package var digest: String { "sha256:" + SHA256.hex(of: json.normalized.bytes(.stored)) }

  /// The parts of the tool's schemas with keywords that our schema validator doesn't support.
  package var unchecked: [JSONPointer] {
    ["inputSchema", "outputSchema"].flatMap { name in
      (json[name]?.object).map {
        SchemaValidator($0).unsupportedKeywords(at: JSONPointer([name]))
      } ?? []
    }
  }

  /// Returns the definition of the intent that calls the tool.
  ///
  /// - Parameter trustsAnnotations: whether to trust what the tool says about its effects. If not,
  ///   it is assumed to be destructive.
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
      ),
      rows: json["_meta"]?["dev.minuta/rows"],
      command: json["_meta"]?["dev.minuta/command"]
    )
  }

  /// The JSON Schema of the tool's arguments, which always describes an object.
  private var parameters: JSONObject {
    SchemaSanitizer.sanitized(json["inputSchema"]?.object ?? [:]).merging(["type": "object"])
  }

  /// The JSON Schema of the tool's result, which always describes an object; empty if unknown.
  private var result: JSONObject {
    guard let given = json["outputSchema"]?.object else { return [:] }
    let schema = SchemaSanitizer.sanitized(given)
    switch schema["type"] {
    case "object": return schema
    case nil: return ["type": "object"]
    default: break
    }
    // Don't wrap a schema that contains `$ref`: the reference would resolve against the wrong root.
    let inner: JSONObject = SchemaSanitizer.hasReference(.object(schema)) ? [:] : schema
    return [
      "type": "object", "properties": [Self.wrapperKey: .object(inner)],
      "required": [.string(Self.wrapperKey)],
    ]
  }

  /// The member that contains the result of a tool if that result isn't an object.
  static let wrapperKey = "result"
}
