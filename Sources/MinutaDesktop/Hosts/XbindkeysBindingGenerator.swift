import MinutaCore

/// Generates key bindings for the hotkey daemon xbindkeys.
package struct XbindkeysBindingGenerator: KeyBindingGenerator {
  package let name = "xbindkeys"
  package let file: KeyBindingFile? = KeyBindingFile(
    "~/.xbindkeysrc",
    replacedBy: "~/.xbindkeysrc.scm",
    mustExist: false
  )
  package let reload = KeyBindingReload.command(["pkill", "-HUP", "-x", "xbindkeys"])

  package func lines(for key: KeyMap.KeyBinding, running command: [String]) -> [String] {
    let keys = key.press.text(separator: " + ", \.xName)
    return ["\"\(command.joined(separator: " "))\"", "  \(keys)"]
  }

  /// Returns the lines of keys, each with the command above it behind a bar.
  package func independentLines(_ lines: [String]) -> [String] {
    var command = ""
    return lines.map { line in
      if line.trimmed.isEmpty { return "" }
      if line.trimmed.first == "\"" { command = line }
      return line.trimmed.first == "\"" ? "" : "\(line) | \(command)"
    }
  }

  /// Each line that isn't a command in quotation marks is a key.
  package func boundChords(in line: String) -> [String] {
    if line.drop(while: \.isWhitespace).first == "\"" { return [] }
    // The word after a bar says when the command runs; Mod2 is Num Lock.
    let keys = line.prefix { $0 != "|" }.split(separator: "+")
    return [keys.filter { $0.trimmed.lowercased() != "mod2" }.joined(separator: "+")]
  }
}
