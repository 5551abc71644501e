package import IntentKit
import JSONText

/// The definitions of the built-in intents, loaded, with what each does.
package struct BuiltInCatalogue: Sendable {
  /// In the order of the list.
  package let definitions: [IntentDefinition]
  private let intents: [String: Intent]

  struct Intent {
    let type: any BuiltInIntent.Type
    let isReadOnly: Bool
  }

  /// Loads the definitions.
  ///
  /// - Throws: `JSONError` or `IntentError` for one that is wrong.
  package init() throws {
    let loaded = try BuiltInIntents.all.map { intent in
      (try IntentDefinition(json: JSONValue(parsing: intent.definition)), intent)
    }
    definitions = loaded.map(\.0)
    let intents = loaded.map { definition, type in
      (definition.id, Intent(type: type, isReadOnly: definition.effects.readOnly))
    }
    self.intents = Dictionary(intents) { first, _ in first }
  }

  func intent(_ id: String) -> Intent? { intents[id] }
}
