import Glibc
package import IntentKit
package import JSONText
package import MinutaCore
import Synchronization

/// The definitions and types of the built-in intents, parsed on first use.
///
/// The definitions are compiled in and validated by the tests. Validating them at each start would
/// take longer than most calls.
package final class BuiltInIntentCatalog: Sendable {
  private let loaded = Mutex<[String: IntentDefinition]>([:])
  private let types: [String: any BuiltInIntent.Type]

  struct Entry {
    let type: any BuiltInIntent.Type
    let isReadOnly: Bool
  }

  package init() {
    types = Dictionary(BuiltInIntents.all.map { ($0.id, $0) }) { first, _ in first }
  }

  /// All definitions, in the order of `BuiltInIntents.all`.
  package var definitions: [IntentDefinition] {
    BuiltInIntents.all.compactMap { definition(of: $0.id) }
  }

  /// Returns the definition of the intent with this id, or nil if there is none.
  package func definition(of id: String) -> IntentDefinition? {
    guard let type = types[id] else { return nil }
    if let known = loaded.withLock({ $0[id] }) { return known }
    guard let definition = type.parsedDefinition else { return nil }
    loaded.withLock { $0[id] = definition }
    return definition
  }

  /// Returns the definition of the intent with this command, or nil if there is none.
  package func definition(ofCommand name: String) -> IntentDefinition? {
    let mark = Array("{\n    \"name\": \"\(name)\"".utf8)
    // Search the texts for the name, which is near their beginning: `minuta start` takes 2.3 ms, but
    // 2.7 ms if the definitions are parsed until one has the name.
    let type = BuiltInIntents.all.first { Self.contains($0.definition.prefix(160), mark) }
    return type.flatMap { definition(of: $0.id) }
  }

  /// Whether a word begins commands of two words, as `tag` does; no definition is parsed.
  package func hasActions(of word: String) -> Bool {
    let mark = Array("{\n    \"name\": \"\(word) ".utf8)
    return BuiltInIntents.all.contains { Self.contains($0.definition.prefix(160), mark) }
  }

  /// Returns whether a text contains a part; it is fast if the first byte of the part is rare.
  private static func contains(_ text: ArraySlice<UInt8>, _ part: [UInt8]) -> Bool {
    text.withUnsafeBytes { text in
      guard var place = text.baseAddress else { return false }
      let end = place + text.count - part.count
      while place <= end, let found = memchr(place, CInt(part[0]), end - place + 1) {
        if memcmp(found, part, part.count) == 0 { return true }
        place = UnsafeRawPointer(found) + 1
      }
      return false
    }
  }

  /// Checks arguments for problems that can be found without a store.
  ///
  /// If the call lacks values, only the text of the given ones is checked.
  package func check(
    _ arguments: JSONObject,
    of definition: IntentDefinition,
    in context: CallContext,
    _ days: LocalCalendar
  ) throws(Failure) {
    do {
      try definition.checkSources(of: arguments, from: context.source)
      let resolver = try ArgumentResolver(arguments, now: context.now, days: days)
      if context.lacksValues {
        for (name, value) in arguments.members.map({ ($0.key, $0.value) }) {
          try resolver.check(value, definition.properties[name], at: JSONPointer([name]))
        }
      } else if let call = try entry(definition.id)?.type.init(arguments, resolver) {
        try call.validate(now: context.now)
      }
    } catch {
      throw Failure(error, in: definition.id)
    }
  }

  func entry(_ id: String) -> Entry? {
    guard let type = types[id], let definition = definition(of: id) else { return nil }
    return Entry(type: type, isReadOnly: definition.effects.readOnly)
  }
}
