/// Generates key bindings for the i3 window manager.
package struct I3BindingGenerator: KeyBindingGenerator {
  package let name = "i3"

  package let advice = [
    "Save as ~/.config/i3/minuta.conf, and add this line to ~/.config/i3/config:",
    "  include ~/.config/i3/minuta.conf",
    "To apply changes: i3-msg reload",
  ]

  package func binding(of chord: KeyChord, to command: String) -> String {
    let keys = chord.text(separator: "+", \.xName)
    return "bindsym \(keys) exec --no-startup-id \(command)"
  }
}
