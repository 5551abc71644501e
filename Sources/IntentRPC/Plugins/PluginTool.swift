import IntentKit
package import JSONText
import SystemCalls

/// A tool of a plugin, as its server describes it.
package struct PluginTool: Sendable, Equatable {
  /// The name that the server knows it by.
  package let name: String
  /// The whole description.
  package let json: JSONValue

  /// Takes a description; nil for one without a name.
  package init?(_ json: JSONValue) {
    guard let name = json["name"]?.string, !name.isEmpty else { return nil }
    self.name = name
    self.json = json
  }

  /// The hash of the description, whatever the order of its members.
  package var digest: String { "sha256:" + SHA256.hex(of: json.normalized.bytes()) }

  /// The parts of the two schemas that are not checked here.
  package var unchecked: [JSONPointer] {
    ["inputSchema", "outputSchema"].flatMap { name in
      (json[name]?.object).map {
        SchemaValidator($0).unsupportedKeywords(at: JSONPointer([name]))
      } ?? []
    }
  }

  /// The intent that the tool becomes.
  ///
  /// - Parameter trustsAnnotations: whether what it says of its effects counts; the worst is taken for
  ///   granted otherwise.
  func definition(in plugin: String, trustsAnnotations: Bool) -> IntentDefinition {
    let title = json["title"]?.string ?? json["annotations"]?["title"]?.string ?? name
    let hints = trustsAnnotations ? json["annotations"] : nil
    return IntentDefinition(
      id: PluginName.id(of: name, in: plugin),
      title: title,
      description: json["description"]?.string ?? "The tool \(name.quoted) of \(plugin.quoted).",
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

  /// The schema of what is asked for with, which is an object always.
  private var parameters: JSONObject {
    SchemaSanitizer.sanitized(json["inputSchema"]?.object ?? [:]).merging(["type": "object"])
  }

  /// The schema of what is answered, which is an object always; empty where nothing is known.
  private var result: JSONObject {
    guard let given = json["outputSchema"]?.object else { return [:] }
    let schema = SchemaSanitizer.sanitized(given)
    switch schema["type"] {
    case "object": return schema
    case nil: return ["type": "object"]
    default: break
    }
    // A reference inside would lead elsewhere from here.
    let inner: JSONObject = SchemaSanitizer.hasReference(.object(schema)) ? [:] : schema
    return [
      "type": "object", "properties": [Self.wrapperKey: .object(inner)],
      "required": [.string(Self.wrapperKey)],
    ]
  }

  /// The member that has what a tool answers where that is no object.
  static let wrapperKey = "result"
}
