/// The parts of a comment: a text and the labels after it.
package struct CommentParts: Sendable, Equatable {
  /// The text, which may have further labels; nil if there is none.
  package let text: String?
  package let labels: [Label]

  package init(text: String?, labels: [Label]) {
    self.text = text
    self.labels = labels
  }

  /// Splits a comment into its text and the labels at its end.
  ///
  /// If the last line has only labels, the lines before it are the text. Otherwise the text ends
  /// before the labels at the end of the last line.
  package init(_ comment: String?) {
    guard let comment, comment.utf8.contains(UInt8(ascii: "#")) else {
      self.init(text: comment == "" ? nil : comment, labels: [])
      return
    }
    let scalars = comment.unicodeScalars
    let lineBreak = scalars.lastIndex(where: \.isLineBreak)
    let line = lineBreak.map { scalars.index(after: $0) } ?? scalars.startIndex
    var labels: [Label] = []
    var (start, end) = (line, line)
    for (label, range) in LabelScanner(comment, from: line) {
      let gap = scalars[end..<range.lowerBound]
      if labels.isEmpty || gap.isEmpty || !gap.allSatisfy(\.isWhitespaceInLine) {
        labels = []
        start = range.lowerBound
        let isWord = start == line || scalars[scalars.index(before: start)].isWhitespaceInLine
        if !isWord { continue }
      }
      labels.append(label)
      end = range.upperBound
    }
    guard !labels.isEmpty, scalars[end...].allSatisfy(\.isWhitespaceInLine) else {
      self.init(text: comment, labels: [])
      return
    }
    var text = scalars[..<start]
    while text.endIndex > line, text.last?.isWhitespaceInLine == true { text.removeLast() }
    if text.endIndex == line { text.removeLineBreak() }
    self.init(text: text.isEmpty ? nil : String(text), labels: labels)
  }

  /// The comment with these parts, such as `Fix the login #ticket=R-12`; nil if it is empty.
  ///
  /// `init(_:)` splits it again. If the text ends in words that look like labels, the labels are on a
  /// line of their own.
  package var comment: String? {
    let words = labels.map(\.text).joined(separator: " ")
    guard let text, !text.allSatisfy(\.isWhitespace) else { return words.isEmpty ? nil : words }
    if words.isEmpty { return text }
    let line = "\(text) \(words)"
    let isPlain = !text.utf8.contains(UInt8(ascii: "#")) && text.last?.isWhitespace == false
    if isPlain || CommentParts(line) == self { return line }
    return text + (text.unicodeScalars.last == "\r" ? "\r\n" : "\n") + words
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
  fileprivate var isWhitespaceInLine: Bool {
    isASCII ? self == " " || self == "\t" : properties.isWhitespace
  }
}
