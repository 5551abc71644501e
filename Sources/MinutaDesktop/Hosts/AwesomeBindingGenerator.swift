/// Generates key bindings for the awesome window manager, whose configuration is in Lua.
package struct AwesomeBindingGenerator: KeyBindingGenerator {
  package let name = "awesome"
  package let file: KeyBindingFile? = KeyBindingFile(
    "~/.config/awesome/rc.lua",
    comment: .dashes
  )
  /// The restart waits until the answer is sent; otherwise `awesome-client` reports an error.
  package let reload = KeyBindingReload.command([
    "awesome-client", "require(\"gears\").timer.delayed_call(awesome.restart)",
  ])

  package func lines(for key: KeyMap.KeyBinding, running command: [String]) -> [String] {
    let held = key.press.modifiers.map { "\"\($0.xName)\"" }.joined(separator: ", ")
    let words = command.map { "\"\($0)\"" }.joined(separator: ", ")
    // `awful.spawn` takes a table of arguments, so no shell is involved.
    return [
      "root.keys(require(\"gears\").table.join(root.keys(), require(\"awful\").key("
        + "{\(held)}, \"\(key.press.key)\", function() require(\"awful\").spawn({\(words)}) end)))"
    ]
  }

  /// Returns the lines with the rest of the call after a line that begins a key.
  package func independentLines(_ lines: [String]) -> [String] {
    lines.indices.map { index in
      guard let start = lines[index].firstRange(of: /\.key\s*[({]/) else { return lines[index] }
      var depth = Self.depth(of: lines[index][start.lowerBound...])
      let rest = lines[index...].dropFirst().prefix(Self.limit).prefix { line in
        defer { depth += Self.depth(of: line) }
        return depth > 0
      }
      return ([lines[index]] + rest).joined(separator: " ")
    }
  }

  /// The number of lines up to which a call is read.
  private static let limit = 50

  /// Returns the number of brackets that a text opens and doesn't close.
  private static func depth(of text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + ("({".contains($1) ? 1 : ")}".contains($1) ? -1 : 0) }
  }

  /// Reads a key in either form: `awful.key({ modkey }, "w", f)` and
  /// `awful.key { modifiers = { modkey }, key = "w", on_press = f }`.
  package func boundChords(in line: String) -> [String] {
    var found = line.matches(of: /\.key\(\s*\{([^}]*)\}\s*,\s*["']([^"']+)["']/)
      .map { ($0.1, $0.2) }
    if found.isEmpty { found = Self.tables(in: line) }
    return found.map { "\($0) \($1)".replacing(/["',]/, with: " ") }
  }

  /// Returns the modifiers and the name of each key in a table.
  private static func tables(in line: String) -> [(Substring, Substring)] {
    line.matches(of: /\.key\s*\(?\s*\{/).compactMap { start in
      let rest = line[start.range.upperBound...]
      let held = rest.firstMatch(of: /\bmodifiers\s*=\s*\{([^}]*)\}/)
      let key = rest.firstMatch(of: /\bkey\s*=\s*["']([^"']+)["']/)
      return key.map { (held?.1 ?? "", $0.1) }
    }
  }
}
