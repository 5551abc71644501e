import SystemCalls

/// The limits of input that is copied to a temporary file before its calls are checked.
///
/// A device may never end, so a line that is too long for a call is refused as soon as it is that long.
struct SpoolLimit {
  /// The most bytes of the whole input.
  private static let bytes = 1 << 30

  private var count = 0
  private var lineLength = 0
  private var lineLimit = LineReader.limit
  private var line = 1
  /// The problem with the input, as part of a sentence; nil while there is none.
  private(set) var problem: String?

  /// Counts bytes.
  ///
  /// - Throws: where they are too many; `problem` then says why.
  mutating func add(_ bytes: [UInt8]) throws(SystemError) {
    // A list or a single object may stand on one line.
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
        try refuse("line \(line) is longer than \(lineLimit >> 20) MiB")
      }
    }
    if count > Self.bytes {
      try refuse("it has more than \(Self.bytes >> 30) GiB; use --stream, or save it to a file")
    }
  }

  private mutating func refuse(_ problem: String) throws(SystemError) {
    self.problem = problem
    throw .tooLarge("input")
  }
}
