/// Generates key bindings for the sway compositor.
package struct SwayBindingGenerator: KeyBindingGenerator {
  package let name = "sway"

  package let advice = [
    "Save as ~/.config/sway/minuta.conf, and add this line to ~/.config/sway/config:",
    "  include ~/.config/sway/minuta.conf",
    "To apply changes: swaymsg reload",
  ]

  package func binding(of chord: KeyChord, to command: String) -> String {
    let keys = chord.text(separator: "+", \.xName)
    return "bindsym --no-repeat \(keys) exec \(command)"
  }
}
