/// Generates key bindings for the sxhkd hotkey daemon.
package struct SxhkdBindingGenerator: KeyBindingGenerator {
  package let name = "sxhkd"

  package let advice = [
    "Save as ~/.config/sxhkd/minuta, and start sxhkd with this file as an argument:",
    "  sxhkd ~/.config/sxhkd/minuta",
    "To apply changes: pkill -USR1 -x sxhkd",
  ]

  package func binding(of chord: KeyChord, to command: String) -> String {
    let keys = chord.text(separator: " + ") { modifier in
      switch modifier {
      case .logo: "super"
      case .ctrl: "ctrl"
      case .alt: "alt"
      case .shift: "shift"
      }
    }
    return "\(keys)\n  \(command)"
  }
}
