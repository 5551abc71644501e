package import IntentKit
import JSONText
import Synchronization

/// The definitions of the built-in intents, each read when it is first asked for, with what it does.
///
/// They are compiled in and checked by the tests, which to do at each start would take longer than
/// most calls.
package final class BuiltInCatalogue: Sendable {
  private let loaded = Mutex<[String: IntentDefinition]>([:])
  private let types: [String: any BuiltInIntent.Type]

  struct Intent {
    let type: any BuiltInIntent.Type
    let isReadOnly: Bool
  }

  package init() {
    types = Dictionary(BuiltInIntents.all.map { ("\($0)", $0) }) { first, _ in first }
  }

  /// In the order of the list.
  package var definitions: [IntentDefinition] {
    BuiltInIntents.all.compactMap { definition(of: "\($0)") }
  }

  /// The definition of an id; nil where there is none.
  package func definition(of id: String) -> IntentDefinition? {
    guard let type = types[id] else { return nil }
    if let known = loaded.withLock({ $0[id] }) { return known }
    guard let json = try? JSONValue(parsing: type.definition) else { return nil }
    let definition = IntentDefinition(checked: json)
    loaded.withLock { $0[id] = definition }
    return definition
  }

  /// The definition with a short command; nil where none has it.
  package func definition(ofCommand name: String) -> IntentDefinition? {
    let mark = Array("\"command\": { \"name\": \"\(name)\"".utf8)
    // What is written otherwise is found by reading all.
    let likely = BuiltInIntents.all.first { Self.contains($0.definition, mark) }
    if let likely, let found = definition(of: "\(likely)"), found.command?.name == name {
      return found
    }
    return definitions.first { $0.command?.name == name }
  }

  private static func contains(_ text: [UInt8], _ part: [UInt8]) -> Bool {
    guard let first = part.first, part.count <= text.count else { return false }
    return text.withUnsafeBufferPointer { text in
      for place in 0...(text.count - part.count) where text[place] == first {
        if text[place..<place + part.count].elementsEqual(part) { return true }
      }
      return false
    }
  }

  func intent(_ id: String) -> Intent? {
    guard let type = types[id], let definition = definition(of: id) else { return nil }
    return Intent(type: type, isReadOnly: definition.effects.readOnly)
  }
}
