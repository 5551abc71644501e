/// Generates key bindings for the Openbox window manager.
package struct OpenboxBindingGenerator: KeyBindingGenerator {
  package let name = "openbox"
  package let file: KeyBindingFile? = KeyBindingFile(
    "~/.config/openbox/rc.xml",
    comment: .xml,
    insertedAt: .below("<keyboard>")
  )
  package let reload = KeyBindingReload.command(["openbox", "--reconfigure"])

  package func lines(for key: KeyMap.KeyBinding, running command: [String]) -> [String] {
    Self.lines(for: key, running: command)
  }

  package func independentLines(_ lines: [String]) -> [String] { Self.independentLines(lines) }
  package func boundChords(in line: String) -> [String] { Self.boundChords(in: line) }

  /// Returns the lines with the rest of the element after a line that begins a binding.
  static func independentLines(_ lines: [String]) -> [String] {
    lines.indices.map { index in
      guard lines[index].contains("<keybind") else { return lines[index] }
      let rest = lines[index...].dropFirst().prefix {
        !$0.contains("<keybind") && !$0.contains("</keybind")
      }
      return ([lines[index]] + rest).joined(separator: " ")
    }
  }

  /// Returns the elements of a binding in the format that Openbox and labwc share.
  static func lines(for key: KeyMap.KeyBinding, running command: [String]) -> [String] {
    let keys = key.press.text(separator: "-") { modifier in
      switch modifier {
      case .logo: "W"
      case .ctrl: "C"
      case .alt: "A"
      case .shift: "S"
      }
    }
    return [
      "<keybind key=\"\(keys)\">", "  <action name=\"Execute\">",
      "    <command>\(command.joined(separator: " "))</command>", "  </action>", "</keybind>",
    ]
  }

  /// Returns the chords in the attribute `key` of elements `keybind`: the first one of a chain.
  static func boundChords(in line: String) -> [String] {
    line.matches(of: /<keybind\s(?:[^>]*\s)?key\s*=\s*["']([^"' ]+)/).map { String($0.1) }
  }
}
