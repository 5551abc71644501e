import IntentKit

/// A key that is held while another is pressed, in the spelling of the XDG shortcuts specification.
///
/// The order of the cases is the order in which hosts are given them. `NUM` is missing because the
/// hosts take no notice of Num Lock.
package enum KeyModifier: String, Sendable, CaseIterable {
  case logo = "LOGO"
  case ctrl = "CTRL"
  case alt = "ALT"
  case shift = "SHIFT"

  /// The name that X has for it on most keyboards, and that i3 and sway take.
  var xName: String {
    switch self {
    case .logo: "Mod4"
    case .ctrl: "Control"
    case .alt: "Mod1"
    case .shift: "Shift"
    }
  }

  /// The modifier that somebody probably meant by a word of another program or a mistyped one.
  static func near(_ word: String) -> KeyModifier? {
    aliases[word.lowercased()]
      ?? TypoSuggestion.closest(to: word, in: allCases.map(\.rawValue)).flatMap(KeyModifier.init)
  }

  private static let aliases: [String: KeyModifier] = [
    "cmd": .logo, "command": .logo, "control": .ctrl, "meta": .logo, "mod1": .alt, "mod4": .logo,
    "option": .alt, "super": .logo, "win": .logo, "windows": .logo,
  ]
}
