import SystemCalls

/// Reads the last lines of a journal file, from its end.
struct JournalTailReader {
  /// The last complete line of the journal; nil if there is none.
  let lastLine: [UInt8]?
  /// The complete lines after the last empty line, in order: entries that may not have been
  /// applied yet.
  let openLines: [[UInt8]]
  /// The number of bytes after the last line break, which belong to an incomplete line.
  let incompleteBytes: Int

  private static let lineBreak = UInt8(ascii: "\n")

  init(of file: borrowing FileDescriptor) throws(SystemError) {
    let size = try file.status().size
    // Most entries change one small file, so 4 KiB usually suffice.
    var count = min(size, 1 << 12)
    while true {
      let bytes = try file.read(at: size - count, count: count)
      if let tail = Self(bytes[...], coversFile: count == size) {
        self = tail
        return
      }
      count = min(size, count * 8)
    }
  }

  /// Parses the last bytes of a file; nil if more bytes are needed.
  private init?(_ bytes: ArraySlice<UInt8>, coversFile: Bool) {
    let completeEnd = bytes.lastIndex(of: Self.lineBreak).map { $0 + 1 } ?? 0
    incompleteBytes = bytes.count - completeEnd
    var lines: [[UInt8]] = []
    var isOpen = true
    var end = completeEnd
    while end > 0 {
      // `end` is just after a line break, so search for the line break before that.
      let start = bytes[..<(end - 1)].lastIndex(of: Self.lineBreak).map { $0 + 1 }
      guard let start = start ?? (coversFile ? 0 : nil) else { return nil }
      if start == end - 1 {
        isOpen = false
      } else if isOpen {
        lines.append(Array(bytes[start..<(end - 1)]))
      } else {
        openLines = lines.reversed()
        lastLine = lines.first ?? Array(bytes[start..<(end - 1)])
        return
      }
      end = start
    }
    guard coversFile else { return nil }
    openLines = lines.reversed()
    lastLine = lines.first
  }
}
