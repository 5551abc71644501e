import MinutaCore

/// The comment of a record, as a text followed by labels.
package struct ImportedComment: Sendable, Equatable {
  package let text: String?
  package let labels: [ImportedLabel]

  package init(text: String?, labels: [ImportedLabel]) {
    self.text = text
    self.labels = labels
  }

  /// The comment as a record stores it, such as `Fix the login #ticket=R-12`; nil if it is empty.
  ///
  /// `init(stored:)` splits it again. If the text ends in words that look like labels, the labels are
  /// on a line of their own.
  package var stored: String? {
    let words = labels.map(\.word).joined(separator: " ")
    guard let text, !text.allSatisfy(\.isWhitespace) else { return words.isEmpty ? nil : words }
    if words.isEmpty { return text }
    let line = "\(text) \(words)"
    let isPlain = !text.utf8.contains(UInt8(ascii: "#")) && text.last?.isWhitespace == false
    return isPlain || ImportedComment(stored: line) == self ? line : "\(text)\n\(words)"
  }
}

extension ImportedLabel {
  /// The label as a word of a comment, such as `#billable` or `#client="Acme Inc."`.
  var word: String {
    guard let value else { return "#\(key)" }
    if Self.isName(value) { return "#\(key)=\(value)" }
    let scalars = value.unicodeScalars
    let quote: Unicode.Scalar = scalars.contains("\"") && !scalars.contains("'") ? "'" : "\""
    return "#\(key)=\(quote)\(Self.escaped(value, in: quote))\(quote)"
  }

  /// The escapes of characters that a quoted value can't contain.
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

  /// Returns the value that has been written as `text` between quotes.
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
