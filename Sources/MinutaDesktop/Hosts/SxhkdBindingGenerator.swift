import MinutaCore

/// Generates key bindings for the sxhkd hotkey daemon.
package struct SxhkdBindingGenerator: KeyBindingGenerator {
  package let name = "sxhkd"
  package let file: KeyBindingFile? = KeyBindingFile("~/.config/sxhkd/sxhkdrc", mustExist: false)
  package let reload = KeyBindingReload.command(["pkill", "-USR1", "-x", "sxhkd"])

  package func lines(for key: KeyMap.KeyBinding, running command: [String]) -> [String] {
    let keys = key.press.text(separator: " + ") { $0.commonName.lowercased() }
    return [keys, "  " + command.joined(separator: " ")]
  }

  /// Returns the lines of keys, joined if they end with a backslash, each with the command below it.
  package func independentLines(_ lines: [String]) -> [String] {
    var result = lines.map { _ in "" }
    var (key, isPartial) = (0, false)
    for (index, line) in lines.enumerated() where !line.trimmed.isEmpty {
      if !Self.isKey(line) {
        result[key] += "\n" + line.trimmed
        isPartial = false
        continue
      }
      if isPartial {
        result[key] = "\(result[key].dropLast())\(line.trimmed)"
      } else {
        key = index
        result[key] = String(line.trimmed)
      }
      isPartial = result[key].last == "\\"
    }
    return result
  }

  private static func isKey(_ line: String) -> Bool { line.first?.isWhitespace == false }

  /// The first chord of a chain is bound.
  package func boundChords(in line: String) -> [String] {
    guard Self.isKey(line) else { return [] }
    return Self.expanded(String(line.prefix { $0 != "\n" })).map { text in
      text.prefix { $0 != ";" && $0 != ":" }.filter { $0 != "~" && $0 != "@" }
    }
  }

  /// Returns the texts that a text such as `super + {w,1-3}` stands for.
  private static func expanded(_ text: String) -> [String] {
    guard let match = text.firstMatch(of: /\{([^{}]*)\}/) else { return [text] }
    let start = text[..<match.range.lowerBound]
    let rest = text[match.range.upperBound...]
    return match.1.split(separator: ",", omittingEmptySubsequences: false).flatMap(elements)
      .flatMap { expanded("\(start)\($0)\(rest)") }
  }

  /// Returns the elements of a range such as `1-9`; `_` is an empty element.
  private static func elements(_ text: Substring) -> [String] {
    let word = text.filter { $0 != " " }
    if word == "_" { return [""] }
    guard let match = word.wholeMatch(of: /([A-Za-z0-9])-([A-Za-z0-9])/),
      let first = match.1.utf8.first, let last = match.2.utf8.first, first <= last
    else { return [String(text)] }
    return (first...last).map { String(UnicodeScalar($0)) }
  }
}
