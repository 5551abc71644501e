/// Generates key bindings for the sxhkd hotkey daemon.
package struct SxhkdBindingGenerator: KeyBindingGenerator {
  package let name = "sxhkd"
  package let file: KeyBindingFile? = KeyBindingFile("~/.config/sxhkd/sxhkdrc", mustExist: false)
  package let reload = KeyBindingReload.command(["pkill", "-USR1", "-x", "sxhkd"])

  package func lines(for key: KeyMap.KeyBinding, running command: [String]) -> [String] {
    let keys = key.press.text(separator: " + ") { $0.commonName.lowercased() }
    return [keys, "  " + command.joined(separator: " ")]
  }

  /// The first chord of a chain is bound.
  package func boundChords(in line: String) -> [String] {
    guard let first = line.first, !first.isWhitespace else { return [] }
    return Self.expanded(line).map { text in
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
