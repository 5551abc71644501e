package import IntentKit
import JSONText

/// A key map: the calls that the user has bound to keys.
package struct KeyMap: Sendable, Equatable {
  /// A key binding and its call.
  package struct Key: Sendable, Equatable {
    /// The identifier in the host's configuration.
    ///
    /// See `KeySlug`.
    package let slug: String
    package let press: KeyChord
    package let call: IntentCall
  }

  /// The path of the file.
  package let file: String
  /// The keys, sorted by slug.
  ///
  /// Each chord occurs once.
  package let keys: [Key]
  /// How long repeated presses of a key are ignored.
  ///
  /// The default is one second, because hosts start to repeat a held key after up to 660 ms.
  package let debounce: Duration

  /// The content of the file.
  let text: [UInt8]

  /// Returns the line of a key's call in the file.
  package func line(of key: Key) -> Int {
    JSONPointer(["keys", key.slug, "call"]).line(in: text) ?? 1
  }

  /// Returns the key with this slug.
  package func key(_ slug: String) throws(DesktopError) -> Key {
    if let key = keys.first(where: { $0.slug == slug }) { return key }
    throw .unknownSlug(
      slug,
      file: file,
      near: TypoSuggestion.closest(to: slug, in: keys.map(\.slug))
    )
  }
}

/// Identifiers of keys, which need no quoting in any host or shell.
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
