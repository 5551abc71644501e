import SystemCalls

/// Reads lines as they come, each with its number, counted from 1.
struct LineReader {
  /// The most bytes of a line: JSON of more is refused anyway.
  static let limit = 16 << 20

  /// Reads what is at a place, or comes there; nothing at the end.
  private let read: (_ offset: Int) throws(SystemError) -> [UInt8]
  private var chunk: ArraySlice<UInt8> = []
  private var offset = 0
  private var isAtEnd = false
  private(set) var number = 0

  init(read: @escaping (_ offset: Int) throws(SystemError) -> [UInt8]) {
    self.read = read
  }

  /// The next line without its line break; nil after the last.
  ///
  /// - Throws: `SystemError.tooLarge` as soon as the line is longer than the limit.
  mutating func next() throws(SystemError) -> [UInt8]? {
    var line: [UInt8] = []
    while true {
      if let lineBreak = chunk.firstIndex(of: UInt8(ascii: "\n")) {
        line += chunk[..<lineBreak]
        chunk = chunk[(lineBreak + 1)...]
        break
      }
      line += chunk
      if line.count > Self.limit { throw .tooLarge("line \(number + 1)") }
      if !isAtEnd { try readNextChunk() }
      if isAtEnd {
        if line.isEmpty { return nil }
        break
      }
    }
    number += 1
    return line
  }

  private mutating func readNextChunk() throws(SystemError) {
    chunk = try read(offset)[...]
    offset += chunk.count
    isAtEnd = chunk.isEmpty
  }

  /// Whether a line that is wanted has been read already.
  func hasBufferedLine(where isWanted: (ArraySlice<UInt8>) -> Bool) -> Bool {
    var rest = chunk
    while let lineBreak = rest.firstIndex(of: UInt8(ascii: "\n")) {
      if isWanted(rest[..<lineBreak]) { return true }
      rest = rest[(lineBreak + 1)...]
    }
    return false
  }
}
