/// Generates key bindings for the Hyprland compositor with a configuration in its own language.
package struct HyprlandBindingGenerator: KeyBindingGenerator {
  package let name = "hyprland"
  package let file: KeyBindingFile? = KeyBindingFile("~/.config/hypr/hyprland.conf")
  package let reload = KeyBindingReload.automatic

  package func lines(for key: KeyMap.KeyBinding, running command: [String]) -> [String] {
    let held = key.press.modifiers.map { $0.commonName.uppercased() }.joined(separator: " ")
    return ["bind = \(held), \(key.press.key), exec, \(command.joined(separator: " "))"]
  }

  /// The bindings of a submap other than `reset` need another key before them.
  package func independentLines(_ lines: [String]) -> [String] {
    var isInSubmap = false
    return lines.map { line in
      if let match = line.firstMatch(of: /^\s*submap\s*=\s*(\S+)/) {
        isInSubmap = match.1 != "reset"
      }
      return isInSubmap ? "" : line
    }
  }

  package func includedPath(in line: String) -> String? {
    line.firstMatch(of: /^\s*source\s*=\s*(\S+)/).map { String($0.1) }
  }

  /// Hyprland finds the names of modifiers anywhere in their text, such as in `SUPER_SHIFT`.
  package func boundChords(in line: String) -> [String] {
    guard let match = line.firstMatch(of: /^\s*bind[a-z]*\s*=([^,]*),([^,]+),/) else { return [] }
    let held = match.1.uppercased()
    return [(Self.modifiers.filter(held.contains) + [String(match.2)]).joined(separator: " ")]
  }

  private static let modifiers = [
    "SUPER", "WIN", "LOGO", "META", "MOD4", "CTRL", "CONTROL", "ALT", "SHIFT", "CAPS", "MOD2",
    "MOD3", "MOD5",
  ]
}
