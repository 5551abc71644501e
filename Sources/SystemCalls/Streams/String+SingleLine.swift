extension String {
  /// The text on one line, with a space in place of each character that isn't shown or would change
  /// the display of the text after it, such as control and bidirectional characters.
  package var singleLine: String {
    if unicodeScalars.allSatisfy(\.isShown) { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      text.unicodeScalars.append(scalar.isShown ? scalar : " ")
    }
  }
}

extension Unicode.Scalar {
  /// Whether the character can be shown on a line of its own, such as in a bar or a menu.
  package var isShown: Bool {
    !isControlOrBidirectional && !properties.isNoncharacterCodePoint
  }
}
