import SystemCalls

/// A status format: a line for the status line of tmux.
package struct TmuxStatusFormat: StatusFormat {
  package let name = "tmux"
  package let summary = "The status line of tmux"

  package func line(for content: StatusBarContent) -> String {
    Self.escaped(content.text.singleLine)
  }

  /// Escapes `#`, with which variables, styles and commands begin.
  ///
  /// tmux halves several `#` in a row twice, when it replaces variables and when it draws, but only
  /// once before `[`. A single one is halved only once.
  static func escaped(_ text: String) -> String {
    var result = ""
    var rest = Substring(text).unicodeScalars
    while let start = rest.firstIndex(of: "#") {
      let hashes = rest[start...].prefix { $0 == "#" }
      result.unicodeScalars += rest[..<start]
      rest = rest[hashes.endIndex...]
      let factor = hashes.count == 1 || rest.first == "[" ? 2 : 4
      result += String(repeating: "#", count: hashes.count * factor)
    }
    result.unicodeScalars += rest
    return result
  }
}
