import IntentKit

/// A key and its modifiers.
package struct KeyChord: Sendable, Hashable {
  /// The modifiers in the order of `KeyModifier`, independent of how they were written.
  package let modifiers: [KeyModifier]
  /// The key name, one of `KeyNames.all`.
  package let key: String

  /// Parses a chord as in the XDG shortcuts specification, such as `LOGO+SHIFT+t`.
  package init(_ text: String) throws(KeyChordError) {
    let words = text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    var modifiers: Set<KeyModifier> = []
    for word in words.dropLast() {
      guard let modifier = KeyModifier(rawValue: word) else {
        throw .unknownModifier(word, near: KeyModifier.near(word)?.rawValue)
      }
      guard modifiers.insert(modifier).inserted else { throw .repeatedModifier(modifier) }
    }
    key = words.last ?? ""
    self.modifiers = KeyModifier.allCases.filter(modifiers.contains)
    if key.isEmpty || KeyModifier(rawValue: key) != nil { throw .missingKey }
    guard KeyNames.all.contains(key) else {
      throw .unknownKey(key, near: TypoSuggestion.closest(to: key, in: KeyNames.all))
    }
  }

  /// Returns the chord in the syntax of a host.
  func text(separator: String, _ word: (KeyModifier) -> String) -> String {
    (modifiers.map(word) + [key]).joined(separator: separator)
  }
}

extension KeyChord: CustomStringConvertible {
  /// The chord in the syntax of key maps.
  package var description: String { text(separator: "+", \.rawValue) }
}

/// A syntax error in a chord.
package enum KeyChordError: Error, Sendable, Equatable {
  /// The text has no key, at most modifiers.
  case missingKey
  /// A word before the last one isn't a modifier; `near` is a similar one.
  case unknownModifier(String, near: String?)
  /// A modifier is repeated.
  case repeatedModifier(KeyModifier)
  /// The last word isn't a key; `near` is a similar one.
  case unknownKey(String, near: String?)
}
