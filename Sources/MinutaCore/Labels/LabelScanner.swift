/// Finds the labels in a comment, from left to right.
///
/// It searches the bytes for `#`, so that it takes little time for a comment without labels.
package struct LabelScanner: Sequence, IteratorProtocol {
  private let text: String
  private var position: String.Index

  /// Creates a scanner of a comment, or of the part that begins at a position.
  package init(_ comment: String, from position: String.Index? = nil) {
    text = comment
    self.position = position ?? comment.startIndex
  }

  /// Returns the next label and its position in the comment, or nil if there are no more.
  package mutating func next() -> (label: Label, range: Range<String.Index>)? {
    while let mark = text.utf8[position...].firstIndex(of: UInt8(ascii: "#")) {
      position = text.utf8.index(after: mark)
      if isInWord(mark) { continue }
      let name = text.unicodeScalars[position...].prefix(while: \.continuesLabelName)
      guard name.first?.beginsLabelName == true else { continue }
      position = name.endIndex
      let value = readValue()
      return (Label(String(name), value), mark..<position)
    }
    return nil
  }

  private func isInWord(_ mark: String.Index) -> Bool {
    if mark == text.startIndex { return false }
    return text.unicodeScalars[text.unicodeScalars.index(before: mark)].isInWord
  }

  /// Reads the equals sign and the value at the position, if they are there.
  private mutating func readValue() -> String? {
    let bytes = text.utf8
    guard position < bytes.endIndex, bytes[position] == UInt8(ascii: "=") else { return nil }
    position = bytes.index(after: position)
    guard position < bytes.endIndex else { return nil }
    let quote = bytes[position]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      let start = bytes.index(after: position)
      // A quote without a second one on its line begins no value.
      let end = bytes[start...].firstIndex { $0 == quote || $0.isLineBreak }
      guard let end, bytes[end] == quote else { return nil }
      position = bytes.index(after: end)
      return Label.unescaped(text.unicodeScalars[start..<end])
    }
    let value = text.unicodeScalars[position...].prefix(while: \.continuesLabelName)
    position = value.endIndex
    return String(value)
  }
}
