extension String {
  /// The text as a cell of a table, in which no character is markup.
  var markdownEscaped: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n", "\u{85}", "\u{2028}", "\u{2029}": result += "<br>"
      case "\t": result += " "
      case "\\", "`", "*", "_", "[", "]", "<", ">", "|", "~", "&", "#", "!", "$":
        result.unicodeScalars += ["\\", scalar]
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
