package import IntentKit
import JSONText

/// Something that can be asked of a plugin.
package struct PluginIntent: Sendable {
  /// What is done for it.
  enum Action: Sendable, Equatable {
    case tool(String)
    /// A resource is read.
    case resource
  }

  package let definition: IntentDefinition
  let action: Action

  /// The name of the intent that reads resources, where no tool has it.
  fileprivate static let reader = "ReadResource"
}

extension PluginManifest {
  /// What can be asked of the plugin; of two tools whose names make one id, the first with that very
  /// name counts.
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

  /// The tools that are left out, since another has their intent's id.
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
      "description": .string("What the plugin \(name.quoted) has under a URI of its own."),
      "listed": .array(resources.map { .string($0) }),
    ]
    return IntentDefinition(
      id: PluginName.id(of: PluginIntent.reader, in: name),
      title: "Read Resource of \(name)",
      description: "Reads what the plugin \(name.quoted) has under a URI.",
      parameters: [
        "type": "object",
        "properties": ["uri": ["type": "string", "description": "A URI of the plugin's own."]],
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
