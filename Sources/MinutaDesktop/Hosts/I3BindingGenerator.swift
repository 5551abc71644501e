/// Generates key bindings for the i3 window manager.
package struct I3BindingGenerator: KeyBindingGenerator {
  package let name = "i3"
  package let file: KeyBindingFile? = KeyBindingFile("~/.config/i3/config")
  package let reload = KeyBindingReload.command(["i3-msg", "reload"])

  package func lines(for key: KeyMap.KeyBinding, running command: [String]) -> [String] {
    let keys = key.press.text(separator: "+", \.xName)
    return ["bindsym \(keys) exec --no-startup-id \(command.joined(separator: " "))"]
  }

  package func boundChord(in line: String) -> String? { Self.boundChord(in: line) }

  /// Returns the chord of a line of i3 or sway, such as `bindsym --release Mod4+a exec x`.
  static func boundChord(in line: String) -> String? {
    let words = line.split(separator: " ")
    guard words.first == "bindsym" else { return nil }
    return words.dropFirst().first { !$0.hasPrefix("--") }.map(String.init)
  }
}
