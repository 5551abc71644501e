/// A key combination that the user bound in the configuration of a host.
package struct BoundChord: Sendable {
  /// The place of the binding as a phrase for messages, such as `'/home/ann/i3' on line 12`.
  package let place: String
  /// The line of the binding, with those that belong to it; empty if the host has no file.
  private let source: String
  private let modifiers: Set<KeyModifier>
  private let key: String

  /// Returns whether this is the same combination as a chord of the key map.
  package func equals(_ chord: KeyChord) -> Bool {
    modifiers == Set(chord.modifiers) && key == chord.key.lowercased()
  }

  /// Returns whether the line itself runs a key of the key map, as lines that the user copied do.
  package func runs(_ slug: String) -> Bool {
    let words = source.split { $0.isWhitespace || "\"',;|(){}<>".contains($0) }
    return words.contains { $0 == "minuta" || $0.hasSuffix("/minuta") }
      && zip(words, words.dropFirst()).contains { $0 == "key" && $1 == slug }
  }

  /// Reads a combination as hosts spell it, such as `$mod+Shift+w`, `W-S-w` or `<Super><Shift>w`.
  ///
  /// Nil if it has a modifier of another kind, such as a layer.
  package init?(_ text: String, place: String, source: String = "") {
    let words = text.lowercased().split { "+- ,\t<>".contains($0) }.map(String.init)
    guard let key = words.last else { return nil }
    let modifiers = words.dropLast().map { Self.modifiers[$0] }
    guard !modifiers.contains(nil) else { return nil }
    self.place = place
    self.source = source
    self.modifiers = Set(modifiers.compactMap(\.self))
    self.key = Self.keys[key] ?? key
  }

  private static let modifiers: [String: KeyModifier] = [
    "mod4": .logo, "super": .logo, "logo": .logo, "w": .logo, "mod": .logo, "modkey": .logo,
    "meta": .logo, "win": .logo, "control": .ctrl, "ctrl": .ctrl, "c": .ctrl, "primary": .ctrl,
    "mod1": .alt, "alt": .alt, "a": .alt, "shift": .shift, "s": .shift,
  ]

  /// The names in key maps of keys that have two names.
  private static let keys = [
    "next": "page_down", "prior": "page_up", "kp_next": "kp_page_down", "kp_prior": "kp_page_up",
    "quoteright": "apostrophe", "quoteleft": "grave",
  ]
}
