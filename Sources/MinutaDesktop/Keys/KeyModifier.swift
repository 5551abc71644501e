import IntentKit

/// A modifier key, named as in the XDG shortcuts specification.
///
/// Hosts get the modifiers in the order of the cases. `NUM` is missing because the hosts ignore Num
/// Lock.
package enum KeyModifier: String, Sendable, CaseIterable {
  case logo = "LOGO"
  case ctrl = "CTRL"
  case alt = "ALT"
  case shift = "SHIFT"

  /// The usual name of the modifier in X, which i3 and sway use.
  var xName: String {
    switch self {
    case .logo: "Mod4"
    case .ctrl: "Control"
    case .alt: "Mod1"
    case .shift: "Shift"
    }
  }

  /// Returns the modifier that the user probably meant.
  ///
  /// Handles typos and the names of other programs.
  static func near(_ word: String) -> KeyModifier? {
    aliases[word.lowercased()]
      ?? TypoSuggestion.closest(to: word, in: allCases.map(\.rawValue)).flatMap(KeyModifier.init)
  }

  private static let aliases: [String: KeyModifier] = [
    "cmd": .logo, "command": .logo, "control": .ctrl, "meta": .logo, "mod1": .alt, "mod4": .logo,
    "option": .alt, "super": .logo, "win": .logo, "windows": .logo,
  ]
}
