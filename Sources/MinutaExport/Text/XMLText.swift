extension String {
  /// The text for an XML or HTML element or attribute, in which no character begins markup.
  var xmlEscaped: String {
    let markup = "&<>\"'".utf8
    if !utf8.contains(where: markup.contains) { return self }
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
