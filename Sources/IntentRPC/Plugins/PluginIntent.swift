package import IntentKit
import JSONText

/// An intent that calls a plugin's tool or reads its resources.
package struct PluginIntent: Sendable {
  /// The operation on the plugin that a call of the intent performs.
  enum Operation: Sendable, Equatable {
    case tool(String)
    /// The call reads one of the plugin's resources.
    case resource
  }

  package let definition: IntentDefinition
  let action: Operation

  /// The name of the intent that reads resources; not used if a tool has the same name.
  fileprivate static let reader = "ReadResource"
}

extension PluginManifest {
  /// Returns the intents of the plugin's tools and resources.
  ///
  /// Different tool names may result in the same id. Then the intent is for the tool whose name is
  /// used in the id unchanged, otherwise for the first tool.
  package func intents() -> [PluginIntent] {
    var taken: [String: String] = [:]
    for tool in tools {
      let id = PluginName.id(of: tool.name, in: name)
      if taken[id] == nil || id == name + PluginName.separator + tool.name { taken[id] = tool.name }
    }
    let intents = tools.compactMap { tool -> PluginIntent? in
      guard taken[PluginName.id(of: tool.name, in: name)] == tool.name else { return nil }
      return PluginIntent(
        definition: tool.definition(in: name, trustsAnnotations: trustsAnnotations),
        action: .tool(tool.name)
      )
    }
    guard allowsResources, taken[PluginName.id(of: PluginIntent.reader, in: name)] == nil else {
      return intents
    }
    return intents + [PluginIntent(definition: resourceReader, action: .resource)]
  }

  /// The names of the tools that have no intent, because another tool has the same intent id.
  package var hiddenTools: [String] {
    let shown = Set(
      intents().compactMap { intent in
        if case .tool(let name) = intent.action { name } else { String?.none }
      }
    )
    return tools.map(\.name).filter { !shown.contains($0) }
  }

  private var resourceReader: IntentDefinition {
    let template: JSONValue = [
      "uri": .string("minuta://plugins/\(name)/{uri}"), "title": .string("Resource of \(name)"),
      "description": .string("A resource of the plugin \(name.quoted)."),
      "listed": .array(resources.map { .string($0) }),
    ]
    return IntentDefinition(
      id: PluginName.id(of: PluginIntent.reader, in: name),
      title: "Read Resource of \(name)",
      description: "Reads a resource of the plugin \(name.quoted).",
      parameters: [
        "type": "object",
        "properties": [
          "uri": ["type": "string", "description": "The URI of a resource of the plugin."]
        ],
        "required": ["uri"], "additionalProperties": false,
      ],
      result: ["type": "object"],
      effects: IntentDefinition.Effects(
        readOnly: true,
        destructive: false,
        idempotent: true,
        openWorld: true
      ),
      resources: [IntentDefinition.Resource(template)].compactMap(\.self)
    )
  }
}
