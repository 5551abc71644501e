import SystemCalls

/// Escapes plain text for use in Pango markup.
enum PangoMarkup {
  /// Returns the text of a notification; line breaks are kept.
  ///
  /// Quotation marks mean nothing outside of tags, and a daemon that reads little markup would show
  /// their escapes.
  ///
  /// - Parameter isMarkup: whether the notification daemon reads markup.
  static func body(_ text: String, isMarkup: Bool) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&" where isMarkup: result += "&amp;"
      case "<" where isMarkup: result += "&lt;"
      case ">" where isMarkup: result += "&gt;"
      default: result.unicodeScalars.append(scalar.isShown || scalar == "\n" ? scalar : " ")
      }
    }
    return result
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
