extension String {
  /// Returns a row of a table.
  ///
  /// - Parameter cells: cells that are already Markdown.
  static func markdownRow(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }

  /// Returns the row below the titles of a table.
  ///
  /// - Parameter areNumbers: whether the cells of each column are aligned at their ends.
  static func markdownRule(areNumbers: [Bool]) -> String {
    markdownRow(areNumbers.map { $0 ? "---:" : "---" })
  }

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
