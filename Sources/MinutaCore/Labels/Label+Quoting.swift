extension Label {
  /// Returns a value in the quotes that need fewer escapes.
  static func quoted(_ value: String) -> String {
    let bytes = value.utf8
    let hasDoubleQuote = bytes.contains(UInt8(ascii: "\""))
    let quote: Unicode.Scalar =
      hasDoubleQuote && !bytes.contains(UInt8(ascii: "'")) ? "'" : "\""
    return "\(quote)\(escaped(value, in: quote))\(quote)"
  }

  /// Returns the value that an argument has after the equals sign, with or without quotes.
  static func value(_ text: Substring.UnicodeScalarView) -> String {
    guard let quote = text.first, quote == text.last, quote == "\"" || quote == "'", text.count > 1
    else { return String(text) }
    return unescaped(text.dropFirst().dropLast())
  }

  /// The escapes of characters that a value in quotes can't contain.
  private static let escapes: [(scalar: Unicode.Scalar, escape: String)] = [
    ("\"", "\\u0022"), ("\n", "\\u000A"), ("\r", "\\u000D"), ("\\", "\\u005C"),
  ]

  /// Returns a value in which line breaks and the quotes around it are escaped, as in JSON.
  ///
  /// A backslash is only escaped where it would begin an escape.
  private static func escaped(_ value: String, in quote: Unicode.Scalar) -> String {
    var rest = value.unicodeScalars[...]
    var result = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      let isEscaped = scalar == "\\" ? rest.first == "u" : scalar == quote || scalar.isLineBreak
      let escape = isEscaped ? escapes.first { $0.scalar == scalar }?.escape : nil
      if let escape {
        result.append(contentsOf: escape.unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// Returns the value that is written as `text` between quotes.
  static func unescaped(_ text: Substring.UnicodeScalarView) -> String {
    guard text.contains("\\") else { return String(text) }
    var rest = text
    var result = String.UnicodeScalarView()
    while let scalar = rest.first {
      let word = String(rest.prefix(6))
      let known = scalar == "\\" ? escapes.first { $0.escape == word }?.scalar : nil
      result.append(known ?? scalar)
      rest = rest.dropFirst(known == nil ? 1 : 6)
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  var isLineBreak: Bool { self == "\n" || self == "\r" }
}
