import IntentKit

/// A key and the modifiers that are held with it.
package struct KeyChord: Sendable, Hashable {
  /// The modifiers in the order of `KeyModifier`, whatever order they were written in.
  package let modifiers: [KeyModifier]
  /// One of `KeyNames.all`.
  package let key: String

  /// Reads the spelling of the XDG shortcuts specification, such as `LOGO+SHIFT+t`.
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

  /// The chord in the words of a host.
  func text(separator: String, _ word: (KeyModifier) -> String) -> String {
    (modifiers.map(word) + [key]).joined(separator: separator)
  }
}

extension KeyChord: CustomStringConvertible {
  /// The chord as a key map has it.
  package var description: String { text(separator: "+", \.rawValue) }
}

/// Why a text is no chord.
package enum KeyChordError: Error, Sendable, Equatable {
  /// It names modifiers at most.
  case missingKey
  /// A word before the last is no modifier; there may be one like it.
  case unknownModifier(String, near: String?)
  /// A modifier stands twice.
  case repeatedModifier(KeyModifier)
  /// The last word is no key; there may be one like it.
  case unknownKey(String, near: String?)
}
