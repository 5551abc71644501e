import SystemCalls

/// A status format: a line for the status line of tmux.
package struct TmuxStatusFormat: StatusFormat {
  package let name = "tmux"
  package let summary = "The status line of tmux"

  package func line(for content: StatusBarContent) -> String {
    Self.escaped(content.text.singleLine)
  }

  /// Doubles `#`, with which variables, styles and commands begin.
  static func escaped(_ text: String) -> String { text.replacing("#", with: "##") }
}
