/// The comments of a host's configuration file.
struct HostCommentSyntax: Sendable {
  /// The sign that begins a comment up to the end of the line; empty if there is none.
  private let line: String
  /// The signs around a comment that may have several lines; nil if there is none.
  private let block: (begin: String, end: String)?
  /// The signs around a text, in which there are no comments.
  private let quotes: String

  static let hash = HostCommentSyntax(line: "#", block: nil, quotes: "")
  static let slashes = HostCommentSyntax(line: "//", block: ("/*", "*/"), quotes: "\"")
  static let dashes = HostCommentSyntax(line: "--", block: ("--[[", "]]"), quotes: "\"'")
  static let xml = HostCommentSyntax(line: "", block: ("<!--", "-->"), quotes: "")

  /// Returns a comment that takes a whole line.
  ///
  /// XML forbids `--` in comments, so options are written in words.
  func comment(_ text: String) -> String {
    guard line.isEmpty, let block else { return "\(line) \(text)" }
    return "\(block.begin) \(text.replacing(" --", with: " with the option ")) \(block.end)"
  }

  /// Returns a file's content with blanks in place of its comments, so that all lines keep their
  /// places.
  func blankingComments(in bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    var quote: UInt8?
    var isLineStart = true
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == Self.newline {
        (quote, isLineStart) = (nil, true)
      } else if quote != nil {
        if byte == quote { quote = nil }
        if byte == UInt8(ascii: "\\") { index += 1 }
      } else if let end = endOfComment(in: bytes[index...], isLineStart) {
        for place in index..<end where bytes[place] != Self.newline { result[place] = Self.blank }
        index = end
        continue
      } else {
        if quotes.utf8.contains(byte) { quote = byte }
        if byte > Self.blank { isLineStart = false }
      }
      index += 1
    }
    return result
  }

  private static let newline = UInt8(ascii: "\n")
  private static let blank = UInt8(ascii: " ")

  /// Returns the index after the comment with which some bytes begin; nil if they begin with none.
  private func endOfComment(in rest: ArraySlice<UInt8>, _ isLineStart: Bool) -> Int? {
    if let block, rest.starts(with: block.begin.utf8) {
      let content = rest.dropFirst(block.begin.utf8.count)
      return content.firstRange(of: Array(block.end.utf8))?.upperBound ?? rest.endIndex
    }
    // Within a line, `#` may belong to a color.
    guard !line.isEmpty, isLineStart || block != nil, rest.starts(with: line.utf8) else {
      return nil
    }
    return rest.firstIndex(of: Self.newline) ?? rest.endIndex
  }
}
