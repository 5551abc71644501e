import IntentKit

/// A key together with the modifiers that must be held, such as `LOGO+SHIFT+t`.
package struct KeyChord: Sendable, Hashable {
  /// The modifiers in the order of the cases of `KeyModifier`.
  ///
  /// Chords are therefore equal even if their modifiers were written in a different order.
  package let modifiers: [KeyModifier]
  /// The name of the key, which is one of `KeyNames.all`.
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
      throw .unknownKey(key, near: TypoSuggester.closest(to: key, in: KeyNames.all))
    }
  }

  /// Returns the chord in the syntax of a key binding program.
  ///
  /// - Parameters:
  ///     - separator: the text between the modifiers and the key.
  ///     - word: returns the program's name for a modifier.
  func text(separator: String, _ word: (KeyModifier) -> String) -> String {
    (modifiers.map(word) + [key]).joined(separator: separator)
  }
}

extension KeyChord: CustomStringConvertible {
  /// The chord in the syntax of key maps, such as `LOGO+SHIFT+t`.
  package var description: String { text(separator: "+", \.rawValue) }
}

/// A syntax error in the text of a chord.
package enum KeyChordError: Error, Sendable, Equatable {
  /// The text names no key; it is empty or has only modifiers.
  case missingKey
  /// A word before the last one isn't a modifier; `near` is a similar modifier, if there is one.
  case unknownModifier(String, near: String?)
  /// The same modifier occurs more than once.
  case repeatedModifier(KeyModifier)
  /// The last word isn't the name of a key; `near` is a similar name, if there is one.
  case unknownKey(String, near: String?)
}
