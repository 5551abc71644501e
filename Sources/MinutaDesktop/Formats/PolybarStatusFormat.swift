import SystemCalls

/// A status format: a line for a module `custom/script` of polybar.
package struct PolybarStatusFormat: StatusFormat {
  package let name = "polybar"
  package let summary = "A module custom/script of polybar"

  package func line(for content: StatusBarContent) -> String {
    let text = Self.escaped(content.text.singleLine)
    return content.color.map { "%{F\($0)}\(text)%{F-}" } ?? text
  }

  /// Separates the characters with which a formatting tag begins, because polybar has no escape.
  ///
  /// A tag could contain a command that runs on a click.
  static func escaped(_ text: String) -> String {
    var last: Unicode.Scalar?
    return text.escaping { scalar in
      defer { last = scalar }
      return last == "%" && scalar == "{" ? " {" : nil
    }
  }
}
