/// A parser for the header that precedes a message and states its length.
struct FrameHeader: Sendable {
  /// The maximum size of a header in bytes.
  ///
  /// The headers of all known clients are shorter than 100 bytes.
  static let byteLimit = 8192

  private let lengthLimit: Int
  private var byteCount = 0
  private var length: Int?
  /// The character encoding that the header names, if it isn't UTF-8.
  private(set) var unsupportedCharset: String?

  /// Creates a parser for one header.
  ///
  /// - Parameter lengthLimit: the maximum size in bytes of the message after the header.
  init(lengthLimit: Int) {
    self.lengthLimit = lengthLimit
  }

  /// Adds to the header's size before a line is complete, so an endless line can't fill memory.
  mutating func count(_ bytes: Int) throws(RPCError) {
    byteCount += bytes
    if byteCount > Self.byteLimit { throw .headerTooLong(limit: Self.byteLimit) }
  }

  /// Parses one line of the header, ignoring unknown fields.
  ///
  /// - Parameter line: the line without its line break.
  mutating func read(_ line: [UInt8]) throws(RPCError) {
    let text = String(decoding: line, as: UTF8.self)
    guard let colon = text.firstIndex(of: ":") else { throw .malformedHeader(text) }
    let value = text[text.index(after: colon)...].trimmed
    switch text[..<colon].trimmed.lowercased() {
    case "content-length": try readLength(value)
    case "content-type": readCharset(value)
    default: break
    }
  }

  private mutating func readLength(_ text: String) throws(RPCError) {
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
    guard isNumber, length == nil else { throw .malformedLength(text) }
    guard let number = Int(text), number <= lengthLimit else {
      throw .messageTooLong(limit: lengthLimit)
    }
    length = number
  }

  private mutating func readCharset(_ contentType: String) {
    for part in contentType.lowercased().split(separator: ";").dropFirst() {
      let words = part.split(separator: "=", maxSplits: 1).map(\.trimmed)
      guard words.count == 2, words[0] == "charset" else { continue }
      let name = words[1].filter { $0 != "\"" }
      if name != "utf-8", name != "utf8" { unsupportedCharset = name }
    }
  }

  /// Returns the length of the message in bytes, after the whole header has been parsed.
  func bodyLength() throws(RPCError) -> Int {
    guard let length else { throw .missingLength }
    return length
  }
}

extension Substring {
  fileprivate var trimmed: String {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    let end = lastIndex { !isBlank($0) }.map { index(after: $0) } ?? startIndex
    return String(self[..<end].drop(while: isBlank))
  }
}
