extension Character {
  /// Whether the character is a space or a tab.
  var isBlank: Bool { self == " " || self == "\t" }
}

extension Substring {
  /// The text without spaces and tabs at its beginning and end.
  var trimmingBlanks: Substring {
    var text = drop(while: \.isBlank)
    while text.last?.isBlank == true { text.removeLast() }
    return text
  }
}
