/// Generates key bindings for the sxhkd hotkey daemon.
package struct SxhkdBindingGenerator: KeyBindingGenerator {
  package let name = "sxhkd"
  package let file: KeyBindingFile? = KeyBindingFile("~/.config/sxhkd/sxhkdrc", mustExist: false)
  package let reload = KeyBindingReload.command(["pkill", "-USR1", "-x", "sxhkd"])

  package func lines(for key: KeyMap.KeyBinding, running command: [String]) -> [String] {
    let keys = key.press.text(separator: " + ") { $0.commonName.lowercased() }
    return [keys, "  " + command.joined(separator: " ")]
  }

  package func boundChord(in line: String) -> String? {
    guard let first = line.first, !first.isWhitespace, first != "#" else { return nil }
    return line
  }
}
