import SystemCalls

/// A status format: a line for a command such as `CommandReader` of xmobar.
package struct XmobarStatusFormat: StatusFormat {
  package let name = "xmobar"
  package let summary = "A CommandReader of xmobar"

  package func line(for content: StatusBarContent) -> String {
    let text = Self.escaped(content.text.singleLine)
    return content.color.map { "<fc=\($0)>\(text)</fc>" } ?? text
  }

  /// Wraps text in a tag that states its length, so that xmobar looks for no tags in it.
  static func escaped(_ text: String) -> String {
    "<raw=\(text.unicodeScalars.count):\(text)/>"
  }
}
