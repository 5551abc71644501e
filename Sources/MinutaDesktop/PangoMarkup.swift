import SystemCalls

/// Escapes plain text for use in Pango markup.
enum PangoMarkup {
  /// Escapes text that may have several lines; line breaks are kept.
  static func markup(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { escaped(String($0)) }
      .joined(separator: "\n")
  }

  /// Escapes text, and replaces line breaks and other control characters with spaces.
  ///
  /// Pango shows nothing if a text has control characters. Bidirectional control characters are
  /// also replaced, because they would change the display of the text that follows.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar.isShown ? scalar : " ")
      }
    }
    return result
  }
}
