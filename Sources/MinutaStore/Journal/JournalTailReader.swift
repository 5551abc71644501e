import SystemCalls

/// The end of a file of the journal, read from its end.
struct JournalTailReader {
  /// Nil where the file holds no whole line.
  let lastLine: [UInt8]?
  /// The whole lines after the last empty one, in order: entries that have still to be finished.
  let openLines: [[UInt8]]
  /// The bytes after the last line break.
  let incompleteBytes: Int

  private static let lineBreak = UInt8(ascii: "\n")

  init(of file: borrowing FileDescriptor) throws(SystemError) {
    let size = try file.status().size
    // Most entries change one small file.
    var count = min(size, 1 << 12)
    while true {
      let bytes = try file.read(at: size - count, count: count)
      if let tail = Self(bytes[...], isWhole: count == size) {
        self = tail
        return
      }
      count = min(size, count * 8)
    }
  }

  /// Reads the last bytes of a file; nil where more are needed.
  private init?(_ bytes: ArraySlice<UInt8>, isWhole: Bool) {
    let whole = bytes.lastIndex(of: Self.lineBreak).map { $0 + 1 } ?? 0
    incompleteBytes = bytes.count - whole
    var lines: [[UInt8]] = []
    var isOpen = true
    var end = whole
    while end > 0 {
      // The line ends before its line break.
      let start = bytes[..<(end - 1)].lastIndex(of: Self.lineBreak).map { $0 + 1 }
      guard let start = start ?? (isWhole ? 0 : nil) else { return nil }
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
    guard isWhole else { return nil }
    openLines = lines.reversed()
    lastLine = lines.first
  }
}
