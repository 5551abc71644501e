import SystemCalls

/// Reads lines as they arrive and counts them from 1.
struct LineReader {
  /// The size limit of a line in bytes, which is also the JSON parser's limit.
  static let limit = 16 << 20

  /// Reads some bytes at an offset; returns no bytes at the end.
  ///
  /// Waits for data if the input is a stream.
  private let read: (_ offset: Int) throws(SystemError) -> [UInt8]
  private var chunk: ArraySlice<UInt8> = []
  private var offset = 0
  private var isAtEnd = false
  private(set) var number = 0

  init(read: @escaping (_ offset: Int) throws(SystemError) -> [UInt8]) {
    self.read = read
  }

  /// Returns the next line without its line break; nil after the last.
  ///
  /// - Throws: `SystemError.tooLarge` as soon as the line exceeds the limit.
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

  /// Returns whether the buffer already contains a complete line that satisfies the condition.
  func hasBufferedLine(where isWanted: (ArraySlice<UInt8>) -> Bool) -> Bool {
    var rest = chunk
    while let lineBreak = rest.firstIndex(of: UInt8(ascii: "\n")) {
      if isWanted(rest[..<lineBreak]) { return true }
      rest = rest[(lineBreak + 1)...]
    }
    return false
  }
}
