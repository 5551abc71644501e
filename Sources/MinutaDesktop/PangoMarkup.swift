import SystemCalls

/// Escapes text for Pango markup.
enum PangoMarkup {
  /// Escapes text and keeps its line breaks.
  static func markup(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { escaped(String($0)) }
      .joined(separator: "\n")
  }

  /// Escapes text and puts it on one line.
  ///
  /// Pango rejects control characters and then shows nothing. Bidirectional marks would also affect
  /// the text that follows. Both become spaces.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default:
        let isPrintable =
          !scalar.isControlOrBidirectional && !scalar.properties.isNoncharacterCodePoint
        result.unicodeScalars.append(isPrintable ? scalar : " ")
      }
    }
    return result
  }
}
