import Foundation

/// What has a name that no other of its kind has.
protocol NamedEntity: Identifiable<UUID> {
  static var kind: EntityKind { get }

  var name: String { get }
}

/// The kinds of things that have names.
enum EntityKind: String, Sendable {
  case area
  case badHabit
  case habit
  case profile
  case reward

  /// What a person calls it.
  var noun: String { self == .badHabit ? "bad habit" : rawValue }

  /// The same with its article.
  var nounWithArticle: String { self == .area ? "an area" : "a \(noun)" }
}

extension Array where Element: NamedEntity {
  /// The place of what a caller's word means: an exact name, else a name in another case, else an id.
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

  /// A name that is new here, as it is kept.
  ///
  /// - Parameter owner: the one that may have it already.
  func uniqueName(_ text: String, excluding owner: UUID? = nil) throws(HabitsError) -> String {
    let name = try EntityName.normalized(text, of: Element.kind)
    if contains(where: { $0.id != owner && EntityName.isSame($0.name, name) }) {
      throw .exists(Element.kind, name)
    }
    return name
  }
}

/// Names as they are kept and compared.
enum EntityName {
  /// The name without blanks around it, composed (NFC).
  static func normalized(_ text: String, of kind: EntityKind) throws(HabitsError) -> String {
    let name = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if name.isEmpty { throw .emptyName(kind) }
    return name.precomposedStringWithCanonicalMapping
  }

  /// Whether two names differ in case at most; the same in every locale.
  static func isSame(_ first: String, _ second: String) -> Bool {
    first.uppercased().lowercased() == second.uppercased().lowercased()
  }
}
