import SystemCalls

/// Reads the lines of a file from its end in pieces, so that a long file takes no more memory than
/// its longest line.
struct ReverseLineReader: ~Copyable {
  struct Line {
    /// The line, or its beginning where no more of a long one is kept.
    let bytes: ArraySlice<UInt8>
    /// The offset of its first byte in the file.
    let offset: Int
    /// The size of all of it.
    let size: Int
  }

  private let file: FileDescriptor
  private let path: String
  /// The offset of the first line to be read.
  private let start: Int
  /// Bytes of the file from `bufferOffset` on that are still to be handed over.
  private var buffer: ArraySlice<UInt8> = []
  private var bufferOffset: Int
  /// The bytes that are kept of the beginning of a line at least; nil for all.
  private let limit: Int?
  /// The bytes at the end of the line at hand that were read and not kept.
  private var dropped = 0

  private static let pieceSize = 256 << 10
  /// Longer than any line that the memory could hold twice; what is longer is damage.
  private static let longestLine = 1 << 30
  private static let lineBreak = UInt8(ascii: "\n")

  /// - Parameters:
  ///   - start: the offset of a line.
  ///   - limit: how much of a line's beginning is needed; nil for all of it.
  init(
    _ file: consuming FileDescriptor,
    at path: String,
    from start: Int,
    limit: Int? = nil
  ) throws(SystemError) {
    self.path = path
    self.limit = limit
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
        defer { (buffer, dropped) = ([], 0) }
        return buffer.isEmpty ? nil : line(buffer, at: start)
      }
      let line = buffer[(lineBreak + 1)...]
      let offset = bufferOffset + (line.startIndex - buffer.startIndex)
      buffer = buffer[..<lineBreak]
      if line.isEmpty { continue }
      defer { dropped = 0 }
      return self.line(line, at: offset)
    }
  }

  private func line(_ bytes: ArraySlice<UInt8>, at offset: Int) -> Line {
    Line(bytes: bytes, offset: offset, size: bytes.count + dropped)
  }

  /// Reads what stands before the buffer: as much again, so that a long line is not read over and
  /// over.
  private mutating func readPiece() throws(SystemError) {
    if let limit, buffer.count > limit {
      dropped += buffer.count - limit
      buffer = buffer.prefix(limit)
    }
    if buffer.count > Self.longestLine { throw .tooLarge(path) }
    let count = min(max(Self.pieceSize, buffer.count), bufferOffset - start)
    bufferOffset -= count
    buffer = try file.read(at: bufferOffset, count: count) + buffer
  }
}
