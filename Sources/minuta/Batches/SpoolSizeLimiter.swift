import SystemCalls

/// Enforces size limits on input that is copied to a temporary file.
///
/// A device may be endless, so an overlong line is rejected as soon as it exceeds the limit.
struct SpoolSizeLimiter {
  /// The size limit of the whole input in bytes.
  private static let bytes = 1 << 30

  private var count = 0
  private var lineLength = 0
  private var lineLimit = LineReader.limit
  private var line = 1
  /// The limit that was exceeded, as a phrase for the error message; nil if none was.
  private(set) var problem: String?

  /// Counts bytes against the limits.
  ///
  /// - Throws: If a limit is exceeded; `problem` then says which.
  mutating func add(_ bytes: [UInt8]) throws(SystemError) {
    // Input that begins with a JSON array or object may be one long line, so its first line has a
    // higher limit.
    if count == 0, let first = bytes.first, [UInt8(ascii: "["), UInt8(ascii: "{")].contains(first) {
      lineLimit = CallFileContents.limit
    }
    count += bytes.count
    for part in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated()
    {
      if part.offset > 0 {
        line += 1
        lineLength = 0
        lineLimit = LineReader.limit
      }
      lineLength += part.element.count
      if lineLength > lineLimit {
        try fail("line \(line) is longer than \(lineLimit >> 20) MiB")
      }
    }
    if count > Self.bytes {
      try fail("it is larger than \(Self.bytes >> 30) GiB; use --stream, or save it to a file")
    }
  }

  private mutating func fail(_ problem: String) throws(SystemError) {
    self.problem = problem
    throw .tooLarge("input")
  }
}
