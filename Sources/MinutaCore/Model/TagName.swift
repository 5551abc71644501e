package import Foundation

/// The name of a tag as it is stored and compared.
package enum TagName {
  /// The name without blanks around it, composed (NFC); nil where nothing is left.
  package static func normalized(_ text: String) -> String? {
    if isPlain(text) { return text }
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    return trimmed.isEmpty ? nil : trimmed.precomposedStringWithCanonicalMapping
  }

  /// Whether a text is a name as it stands, as most are: printable ASCII from end to end.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last else { return false }
    return first != 0x20 && last != 0x20 && text.utf8.allSatisfy { 0x20..<0x7F ~= $0 }
  }

  /// What two names have in common that differ only in case; the same in every locale.
  static func folded(_ name: String) -> String {
    name.uppercased().lowercased()
  }

  /// The key under which names that differ only in case are found.
  static func key(_ stored: String) -> String { folded(normalized(stored) ?? stored) }

  /// Whether a stored name is `name`, which is normalized; or differs from it only in case.
  static func matches(_ stored: String, _ name: String, isExact: Bool) -> Bool {
    if normalized(stored) == name { return true }
    return !isExact && key(stored) == folded(name)
  }
}

/// A tag as a caller means it, before the store is asked.
package enum TagReference: Sendable, Hashable {
  /// One that was there when the caller's words were read.
  case id(UUID)
  /// A name that no tag had then.
  case name(String)

  var text: String {
    switch self {
    case .id(let id): id.uuidString
    case .name(let name): name
    }
  }
}
