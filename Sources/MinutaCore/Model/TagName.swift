package import Foundation

/// Normalizes and compares tag names.
package enum TagName {
  /// Returns the trimmed name in Unicode NFC, or nil if it is empty.
  package static func normalized(_ text: String) -> String? {
    if isPlain(text) { return text }
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    return trimmed.isEmpty ? nil : trimmed.precomposedStringWithCanonicalMapping
  }

  /// Whether the text needs no normalization: printable ASCII without surrounding spaces.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last else { return false }
    return first != 0x20 && last != 0x20 && text.utf8.allSatisfy { 0x20..<0x7F ~= $0 }
  }

  /// Returns the case-folded name.
  ///
  /// The result doesn't depend on the locale.
  package static func folded(_ name: String) -> String {
    name.uppercased().lowercased()
  }

  /// Returns the key under which lookup tables store a tag name from the tag file.
  ///
  /// Names that differ only in case have the same key.
  package static func key(_ stored: String) -> String { folded(normalized(stored) ?? stored) }

  /// Whether a tag's stored name matches `name`.
  ///
  /// `name` must be normalized. Ignores case unless `isExact`.
  static func matches(_ stored: String, _ name: String, isExact: Bool) -> Bool {
    if normalized(stored) == name { return true }
    return !isExact && key(stored) == folded(name)
  }
}

/// A reference to a tag that a caller named: an existing tag, or a name that is still unused.
package enum TagReference: Sendable, Hashable {
  /// The id of a tag that existed when the caller's text was resolved.
  case id(UUID)
  /// A name that no tag had when the caller's text was resolved.
  case name(String)

  package var text: String {
    switch self {
    case .id(let id): id.uuidString
    case .name(let name): name
    }
  }
}
