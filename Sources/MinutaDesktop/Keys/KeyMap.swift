package import IntentKit
package import JSONText

/// A key map: the user's file that assigns calls of intents to keys.
package struct KeyMap: Sendable, Equatable {
  /// A chord, and the call that it triggers or the question that it asks.
  package struct KeyBinding: Sendable, Equatable {
    /// The name of the key binding, which is the argument of `minuta key`.
    ///
    /// See `KeyBindingSlug` for its syntax.
    package let slug: String
    package let press: KeyChord
    /// The call; nil if `pick` asks for a whole call.
    package let call: IntentCall?
    /// The choice that the press asks for; nil if it makes the call at once.
    package var pick: KeyPick? = nil
    /// The outcomes that are shown as a notification; nil for the choice in the settings.
    package var feedback: KeyFeedback? = nil
  }

  /// The path of the key map's file.
  package let file: String
  /// The key bindings, sorted by slug.
  ///
  /// Each chord occurs only once.
  package let keys: [KeyBinding]
  /// The time that must pass after a press of a key before the next press is handled.
  ///
  /// The default is 800 ms, because an X server repeats a held key first after 660 ms.
  package let debounce: Duration

  /// The content of the key map's file.
  let text: [UInt8]

  /// Returns the line number of a key binding's call in the file, or of its choice without a call.
  ///
  /// - Parameter place: the location of a value in the call; nil for the call itself.
  package func line(of key: KeyBinding, at place: JSONPointer? = nil) -> Int {
    let call = JSONPointer(["keys", key.slug, key.call == nil ? "pick" : "call"])
    return place?.line(in: text) ?? call.line(in: text) ?? 1
  }

  /// Returns the key binding with this slug.
  ///
  /// - Throws: `Failure.unknownSlug` if there is none.
  package func key(_ slug: String) throws(Failure) -> KeyBinding {
    if let key = keys.first(where: { $0.slug == slug }) { return key }
    throw .unknownSlug(
      slug,
      file: file,
      near: TypoSuggester.closest(to: slug, in: keys.map(\.slug))
    )
  }
}

/// The syntax of slugs: names of key bindings that no key binding program or shell needs to quote.
package enum KeyBindingSlug {
  /// Whether a text is a valid slug: it matches `^[a-z0-9][a-z0-9_-]{0,63}$`.
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
