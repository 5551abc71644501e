import IntentKit

/// A modifier key, named as in the XDG shortcuts specification.
///
/// Generated configurations list modifiers in the order of the cases. The modifier `NUM` isn't
/// supported, because the key binding programs ignore Num Lock.
package enum KeyModifier: String, Sendable, CaseIterable {
  case logo = "LOGO"
  case ctrl = "CTRL"
  case alt = "ALT"
  case shift = "SHIFT"

  /// The name of the modifier in the X Window System, which window managers use.
  var xName: String {
    switch self {
    case .logo: "Mod4"
    case .ctrl: "Control"
    case .alt: "Mod1"
    case .shift: "Shift"
    }
  }

  /// The name of the modifier on keyboards, which most other programs use.
  var commonName: String {
    switch self {
    case .logo: "Super"
    case .ctrl: "Ctrl"
    case .alt: "Alt"
    case .shift: "Shift"
    }
  }

  /// Returns the modifier that the user probably meant by an unknown word, or nil.
  ///
  /// It recognizes typos and the names that other programs use.
  static func near(_ word: String) -> KeyModifier? {
    aliases[word.lowercased()]
      ?? TypoSuggester.closest(to: word, in: allCases.map(\.rawValue)).flatMap(KeyModifier.init)
  }

  private static let aliases: [String: KeyModifier] = [
    "cmd": .logo, "command": .logo, "control": .ctrl, "meta": .logo, "mod1": .alt, "mod4": .logo,
    "option": .alt, "super": .logo, "win": .logo, "windows": .logo,
  ]
}
