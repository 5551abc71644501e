import MinutaCore

extension ImportedComment {
  /// Splits the comment of a record into its text and the labels at its end.
  ///
  /// If the last line has only labels, the lines before it are the text. Otherwise the text ends
  /// before the labels at the end of the last line.
  package init(stored comment: String?) {
    guard let comment, comment.utf8.contains(UInt8(ascii: "#")) else {
      self.init(text: comment == "" ? nil : comment, labels: [])
      return
    }
    let scalars = comment.unicodeScalars
    let lineBreak = scalars.lastIndex(where: \.isLineBreak)
    let line = lineBreak.map { scalars.index(after: $0) } ?? scalars.startIndex
    var reader = LabelWordReader(rest: scalars[line...])
    var labels: [ImportedLabel] = []
    var end = scalars.endIndex
    while let word = reader.next() {
      if let label = word.label {
        if labels.isEmpty { end = word.start }
        labels.append(label)
      } else {
        labels = []
      }
    }
    var text = scalars[..<(labels.isEmpty ? scalars.endIndex : end)]
    if !labels.isEmpty {
      while text.endIndex > line, text.last?.isBlank == true { text.removeLast() }
      if text.endIndex == line { text.removeLineBreak() }
    }
    self.init(text: text.isEmpty ? nil : String(text), labels: labels)
  }
}

/// Reads the words of a line, which are separated by blanks.
///
/// A quoted value of a label, such as `#client="Acme Inc."`, belongs to its word.
private struct LabelWordReader {
  var rest: Substring.UnicodeScalarView

  /// Returns the start of the next word, and the label if the word is one; nil after the last.
  mutating func next() -> (start: String.Index, label: ImportedLabel?)? {
    rest = rest.drop(while: \.isBlank)
    if rest.isEmpty { return nil }
    let word = rest
    let label = label()
    if label == nil { rest = word.drop { !$0.isBlank } }
    return (word.startIndex, label)
  }

  private mutating func label() -> ImportedLabel? {
    guard rest.popFirst() == "#", let key = name() else { return nil }
    guard rest.first == "=" else { return isAtEndOfWord ? ImportedLabel(key) : nil }
    rest.removeFirst()
    guard let value = quotedValue() ?? name(), isAtEndOfWord else { return nil }
    return ImportedLabel(key, value)
  }

  private var isAtEndOfWord: Bool { rest.first?.isBlank ?? true }

  private mutating func name() -> String? {
    let name = rest.prefix(while: \.continuesLabelName)
    guard name.first?.beginsLabelName == true else { return nil }
    rest = rest[name.endIndex...]
    return String(name)
  }

  private mutating func quotedValue() -> String? {
    guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
    let value = rest.dropFirst()
    guard let end = value.firstIndex(of: quote) else { return nil }
    rest = rest[end...].dropFirst()
    return ImportedLabel.unescaped(value[..<end])
  }
}

extension Substring.UnicodeScalarView {
  /// Removes LF, CRLF or CR at the end.
  fileprivate mutating func removeLineBreak() {
    let isLineFeed = last == "\n"
    if last?.isLineBreak == true { removeLast() }
    if isLineFeed, last == "\r" { removeLast() }
  }
}

extension Unicode.Scalar {
  fileprivate var isBlank: Bool {
    isASCII ? self == " " || self == "\t" : properties.isWhitespace
  }
}
