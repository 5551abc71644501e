package import IntentKit
import JSONText

/// What the user's keys do, as the key map's file says it.
package struct KeyMap: Sendable, Equatable {
  /// One key and its call.
  package struct Key: Sendable, Equatable {
    /// The word that stands in the host's configuration; see `KeySlug`.
    package let slug: String
    package let press: KeyChord
    package let call: IntentCall
  }

  /// The path of the file.
  package let file: String
  /// The keys in the order of their slugs; no two have one chord.
  package let keys: [Key]
  /// How long a key that was pressed is deaf.
  ///
  /// Without a word in the file one second: a host repeats a held key for the first time after up
  /// to 660 ms.
  package let debounce: Duration

  /// The text of the file.
  let text: [UInt8]

  /// Returns the line of a key's call in the file.
  package func line(of key: Key) -> Int {
    JSONPointer(["keys", key.slug, "call"]).line(in: text) ?? 1
  }

  /// The key with a slug.
  package func key(_ slug: String) throws(DesktopError) -> Key {
    if let key = keys.first(where: { $0.slug == slug }) { return key }
    throw .unknownSlug(
      slug,
      file: file,
      near: TypoSuggestion.closest(to: slug, in: keys.map(\.slug))
    )
  }
}

/// The words that name keys: they pass through any host and shell as they are.
package enum KeySlug {
  /// Whether a text matches `^[a-z0-9][a-z0-9_-]{0,63}$`.
  package static func isValid(_ text: String) -> Bool {
    let bytes = text.utf8
    guard let first = bytes.first, bytes.count <= 64 else { return false }
    return isAlphanumeric(first)
      && bytes.allSatisfy {
        isAlphanumeric($0) || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
      }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: false
    }
  }
}
