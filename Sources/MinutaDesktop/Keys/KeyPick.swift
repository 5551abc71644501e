package import IntentKit
package import JSONText

/// The kinds of things among which a key press asks a person to choose.
package enum KeyPick: String, Sendable, CaseIterable {
  /// A tag or a record, which becomes an argument of the key's call.
  case tag, record
  /// A call: of one of the user's workflows, like a recent record, or of any intent.
  case workflow, recent, intent

  /// Whether the key's call gets the choice as an argument.
  package var needsCall: Bool {
    switch self {
    case .tag, .record: true
    case .workflow, .recent, .intent: false
    }
  }

  /// The JSON Schema of the choice in a key map.
  package static let schema: JSONValue = [
    "description": "What the press asks for: an argument of the call, or the call itself.",
    "enum": .array(allCases.map { .string($0.rawValue) }),
  ]

  /// Returns the parameter that the choice fills; nil if the call has none that is left.
  ///
  /// The command's own arguments come first, in their order.
  package func parameter(of call: IntentCall, in definition: IntentDefinition) -> String? {
    let words = definition.command?.parameters ?? []
    let others = definition.properties.keys.filter { !words.contains($0) }
    return (words + others).first { name in
      let schema = definition.properties[name]
      let entity = schema?["x-minuta-entity"] ?? schema?["items"]?["x-minuta-entity"]
      return call.values[name] == nil && entity?.string == rawValue
    }
  }
}
