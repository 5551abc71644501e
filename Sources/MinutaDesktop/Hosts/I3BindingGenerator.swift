/// Generates key bindings for the i3 window manager.
package struct I3BindingGenerator: KeyBindingGenerator {
  package let name = "i3"
  package let file: KeyBindingFile? = KeyBindingFile("~/.config/i3/config", "~/.i3/config")
  package let reload = KeyBindingReload.command(["i3-msg", "reload"])

  package func lines(for key: KeyMap.KeyBinding, running command: [String]) -> [String] {
    let keys = key.press.text(separator: "+", \.xName)
    return ["bindsym \(keys) exec --no-startup-id \(command.joined(separator: " "))"]
  }

  package func independentLines(_ lines: [String]) -> [String] { Self.independentLines(lines) }
  package func includedPath(in line: String) -> String? { Self.includedPath(in: line) }
  package func boundChords(in line: String) -> [String] { Self.boundChords(in: line) }

  /// Returns the lines of i3 or sway with the beginning of their block before each, as sway reads
  /// them: `bindsym {` or `mode "resize" {`.
  static func independentLines(_ lines: [String]) -> [String] {
    var blocks: [String] = []
    var last = ""
    return lines.map { line in
      let text = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if text.isEmpty || text.hasPrefix("#") { return "" }
      defer { last = text }
      if text == "}" {
        _ = blocks.popLast()
      } else if text.hasSuffix("{") {
        blocks.append(text == "{" ? last : String(text.dropLast()))
      } else {
        return (blocks + [text]).joined(separator: " ")
      }
      return ""
    }
  }

  static func includedPath(in line: String) -> String? {
    line.firstMatch(of: /^include\s+"?([^"]+)/).map { String($0.1) }
  }

  /// Returns the chord of a line of i3 or sway, such as `bindsym --release Mod4+a exec x`.
  static func boundChords(in line: String) -> [String] {
    let words = line.split(separator: " ")
    guard words.first == "bindsym" else { return [] }
    return words.dropFirst().first { !$0.hasPrefix("--") }.map { [String($0)] } ?? []
  }
}
