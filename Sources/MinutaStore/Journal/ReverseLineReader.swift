import SystemCalls

/// Reads the lines of a file in reverse order, in chunks, so that memory use is bounded by the
/// longest line.
struct ReverseLineReader: ~Copyable {
  struct Line {
    /// The line's bytes, or the beginning of a line longer than the limit.
    let bytes: ArraySlice<UInt8>
    /// The offset of the line's first byte in the file.
    let offset: Int
    /// The size of the whole line in bytes.
    let size: Int
  }

  private let file: FileDescriptor
  private let path: String
  /// The offset in the file at which the first line to read begins.
  private let start: Int
  /// Bytes of the file, from `bufferOffset` on, that haven't been returned yet.
  private var buffer: ArraySlice<UInt8> = []
  private var bufferOffset: Int
  /// The minimum number of bytes to keep of the beginning of a line; nil for all of it.
  private let limit: Int?
  /// The number of bytes at the end of the current line that were read but not kept, due to the
  /// limit.
  private var dropped = 0

  private static let chunkSize = 256 << 10
  /// The longest line accepted, in bytes; a longer line is treated as corrupt.
  private static let longestLine = 1 << 30
  private static let lineBreak = UInt8(ascii: "\n")

  /// Creates a reader that begins with the last line of the file.
  ///
  /// - Parameters:
  ///   - start: the offset of the first line to read.
  ///   - limit: the number of bytes needed of each line's beginning; nil for whole lines.
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

  /// Returns the previous line that isn't empty; nil at the beginning of the file.
  mutating func next() throws(SystemError) -> Line? {
    while true {
      guard let lineBreak = buffer.lastIndex(of: Self.lineBreak) else {
        if bufferOffset > start {
          try readChunk()
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

  /// Reads the chunk before the buffer.
  ///
  /// Its size doubles, so a long line isn't copied too often.
  private mutating func readChunk() throws(SystemError) {
    if let limit, buffer.count > limit {
      dropped += buffer.count - limit
      buffer = buffer.prefix(limit)
    }
    if buffer.count > Self.longestLine { throw .tooLarge(path) }
    let count = min(max(Self.chunkSize, buffer.count), bufferOffset - start)
    bufferOffset -= count
    buffer = try file.read(at: bufferOffset, count: count) + buffer
  }
}
