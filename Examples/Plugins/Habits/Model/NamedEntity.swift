import Foundation

/// An item whose name is unique among the items of its kind.
protocol NamedEntity: Identifiable<UUID> {
  static var kind: EntityKind { get }

  var name: String { get }
}

/// The kinds of items that have names.
enum EntityKind: String, Sendable {
  case area
  case badHabit
  case habit
  case profile
  case reward

  /// The kind's name in a sentence, such as "bad habit".
  var noun: String { self == .badHabit ? "bad habit" : rawValue }

  /// The kind's name with its article, such as "an area".
  var nounWithArticle: String { self == .area ? "an area" : "a \(noun)" }
}

extension Array where Element: NamedEntity {
  /// Returns the index of the item that `text` names: by exact name, else ignoring case, else by
  /// id.
  func index(matching text: String) throws(HabitsError) -> Int {
    let name = try EntityName.normalized(text, of: Element.kind)
    var found = indices.filter { self[$0].name == name }
    if found.isEmpty { found = indices.filter { EntityName.isSame(self[$0].name, name) } }
    if found.isEmpty, let id = UUID(uuidString: name) {
      found = indices.filter { self[$0].id == id }
    }
    if found.count > 1 { throw .ambiguous(Element.kind, name, ids: found.map { self[$0].id }) }
    guard let place = found.first else {
      throw .notFound(Element.kind, name, names: map(\.name))
    }
    return place
  }

  /// Returns the normalized name; throws if another item has it.
  ///
  /// - Parameter owner: the item being renamed, which may keep its name.
  func uniqueName(_ text: String, excluding owner: UUID? = nil) throws(HabitsError) -> String {
    let name = try EntityName.normalized(text, of: Element.kind)
    if contains(where: { $0.id != owner && EntityName.isSame($0.name, name) }) {
      throw .exists(Element.kind, name)
    }
    return name
  }
}

/// Normalizes and compares names.
enum EntityName {
  /// Returns the name without surrounding blanks, in Unicode's composed form (NFC).
  static func normalized(_ text: String, of kind: EntityKind) throws(HabitsError) -> String {
    let name = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if name.isEmpty { throw .emptyName(kind) }
    return name.precomposedStringWithCanonicalMapping
  }

  /// Returns whether two names are equal ignoring case; the result doesn't depend on the locale.
  static func isSame(_ first: String, _ second: String) -> Bool {
    first.uppercased().lowercased() == second.uppercased().lowercased()
  }
}
