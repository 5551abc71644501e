import SystemCalls

/// Reads the lines of a file from its end in pieces, so that a long file takes no more memory than
/// its longest line.
struct LinesFromEnd: ~Copyable {
  struct Line {
    let bytes: ArraySlice<UInt8>
    /// The offset of its first byte in the file.
    let offset: Int
  }

  private let file: FileDescriptor
  private let path: String
  /// The offset of the first line to be read.
  private let start: Int
  /// Bytes of the file from `bufferOffset` on that are still to be handed over.
  private var buffer: ArraySlice<UInt8> = []
  private var bufferOffset: Int

  private static let pieceSize = 256 << 10
  /// Longer than any line that the memory could hold twice; what is longer is damage.
  private static let longestLine = 1 << 30
  private static let lineBreak = UInt8(ascii: "\n")

  /// - Parameter start: the offset of a line.
  init(_ file: consuming FileDescriptor, at path: String, from start: Int) throws(SystemError) {
    self.path = path
    self.start = start
    bufferOffset = max(start, try file.status().size)
    self.file = file
  }

  /// The line before the last one read that is not empty; nil where there is none.
  mutating func next() throws(SystemError) -> Line? {
    while true {
      guard let lineBreak = buffer.lastIndex(of: Self.lineBreak) else {
        if bufferOffset > start {
          try readPiece()
          continue
        }
        defer { buffer = [] }
        return buffer.isEmpty ? nil : Line(bytes: buffer, offset: start)
      }
      let line = buffer[(lineBreak + 1)...]
      let offset = bufferOffset + (line.startIndex - buffer.startIndex)
      buffer = buffer[..<lineBreak]
      if !line.isEmpty { return Line(bytes: line, offset: offset) }
    }
  }

  /// Reads what stands before the buffer: as much again, so that a long line is not read over and
  /// over.
  private mutating func readPiece() throws(SystemError) {
    if buffer.count > Self.longestLine { throw .tooLarge(path) }
    let count = min(max(Self.pieceSize, buffer.count), bufferOffset - start)
    bufferOffset -= count
    buffer = try file.read(at: bufferOffset, count: count) + buffer
  }
}
