/// Generates key bindings for the Hyprland compositor with a configuration in its own language.
package struct HyprlandBindingGenerator: KeyBindingGenerator {
  package let name = "hyprland"
  package let file: KeyBindingFile? = KeyBindingFile("~/.config/hypr/hyprland.conf")
  package let reload = KeyBindingReload.automatic

  package func lines(for key: KeyMap.KeyBinding, running command: [String]) -> [String] {
    let held = key.press.modifiers.map { $0.commonName.uppercased() }.joined(separator: " ")
    return ["bind = \(held), \(key.press.key), exec, \(command.joined(separator: " "))"]
  }

  package func boundChord(in line: String) -> String? {
    line.firstMatch(of: /^\s*bind[a-z]*\s*=([^,]*),([^,]+),/).map { "\($0.1) \($0.2)" }
  }
}
