import SystemCalls

/// Makes text harmless where Pango reads markup.
enum PangoMarkup {
  /// The text as markup that shows it, each line on one of its own.
  static func markup(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { escaped(String($0)) }
      .joined(separator: "\n")
  }

  /// The text as markup that shows it on one line.
  ///
  /// Control characters are errors to Pango, which then shows nothing, and marks that turn the
  /// direction of writing would turn what follows too: both become blanks.
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
