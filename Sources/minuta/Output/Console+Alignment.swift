import SystemCalls

extension Console {
  /// Returns a text padded with spaces to a width in columns; a number is aligned to the right.
  func aligned(_ text: String, to width: Int, isNumber: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, width - text.displayWidth))
    return isNumber ? blanks + text : text + blanks
  }
}

extension [String] {
  /// The width of the widest text in columns; 0 if there is none.
  var widest: Int { map(\.displayWidth).max() ?? 0 }
}

extension String {
  /// The text without spaces at its end.
  var trimmingSpaces: String {
    var text = self
    while text.utf8.last == UInt8(ascii: " ") { text.removeLast() }
    return text
  }

  /// Returns the text cut to a width in columns, ending in an ellipsis if it was cut.
  func fitted(to width: Int, _ style: TerminalStyle) -> String {
    if displayWidth <= width { return self }
    let mark = style.ellipsis
    var text = ""
    var used = mark.displayWidth
    for character in self {
      used += String(character).displayWidth
      if used > width { break }
      text.append(character)
    }
    return width < mark.displayWidth ? "" : text + mark
  }
}
