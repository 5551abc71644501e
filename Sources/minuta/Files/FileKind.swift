import IntentKit
import IntentRPC
import JSONText
import MinutaDesktop

/// A kind of JSON file that people write by hand.
enum FileKind: String, CaseIterable {
  case settings, calls, workflow, keymap, plugin, definition

  /// Recognizes the kind of a file by its keys.
  init(of json: JSONValue) {
    let keys = Set((json.object?.keys ?? []).map { $0.lowercased() })
    let has = { (key: String) in keys.contains(key) }
    self =
      if json.array != nil || has("intent") || has("with") {
        .calls
      } else if has("plugin") || has("mcp") {
        .plugin
      } else if has("keys") {
        .keymap
      } else if has("effects") || has("sources") {
        .definition
      } else if ["finally", "hook", "steps", "title"].contains(where: has) {
        .workflow
      } else {
        .settings
      }
  }

  /// The kind's name in a sentence, with its article.
  var phrase: String {
    switch self {
    case .settings: "a valid settings file"
    case .calls: "a valid call file"
    case .workflow: "a valid workflow"
    case .keymap: "a valid key map"
    case .plugin: "a valid plugin manifest"
    case .definition: "a valid intent definition"
    }
  }

  /// The JSON Schema of the files, for editors and validators.
  var schema: JSONObject {
    let schema =
      switch self {
      case .settings: Settings.schema
      case .calls: EmbeddedSchemas.calls
      case .workflow: EmbeddedSchemas.workflowFile
      case .keymap: KeyMap.schema
      case .plugin: PluginManifest.schema
      case .definition: EmbeddedSchemas.definitionFile
      }
    let head: JSONObject = ["$schema": "https://json-schema.org/draft/2020-12/schema"]
    return head.merging(JSONValue.object(schema).allowingComments.object ?? schema)
  }
}
