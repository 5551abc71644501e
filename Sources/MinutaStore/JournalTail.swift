import SystemCalls

/// The last line of a file of the journal, read from its end.
struct JournalTail {
  /// Nil where the file holds no whole line.
  let lastLine: [UInt8]?
  /// Whether no empty line follows it.
  let isOpen: Bool
  /// The bytes after the last line break.
  let tornBytes: Int

  private static let lineBreak = UInt8(ascii: "\n")

  init(of file: borrowing FileDescriptor) throws(SystemError) {
    let size = try file.status().size
    // Most entries change one small file.
    var count = min(size, 1 << 12)
    while true {
      let bytes = try file.read(at: size - count, count: count)
      let whole = Self.index(after: bytes.count, in: bytes) { $0 == Self.lineBreak }
      let end = Self.index(after: whole, in: bytes) { $0 != Self.lineBreak }
      let start = Self.index(after: end, in: bytes) { $0 == Self.lineBreak }
      // The line is whole if a line break stands before it.
      if start > 0 || count == size {
        lastLine = start == end ? nil : Array(bytes[start..<end])
        isOpen = whole - end == 1
        tornBytes = bytes.count - whole
        return
      }
      count = min(size, count * 8)
    }
  }

  /// The index after the last byte before `limit` that is one of those; zero where none is.
  private static func index(
    after limit: Int,
    in bytes: [UInt8],
    where isWanted: (UInt8) -> Bool
  ) -> Int {
    var index = limit
    while index > 0, !isWanted(bytes[index - 1]) { index -= 1 }
    return index
  }
}
