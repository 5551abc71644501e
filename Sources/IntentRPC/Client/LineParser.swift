/// Splits a byte stream into lines, for a protocol with one message per line.
///
/// Unlike `FrameParser`, it doesn't infer the protocol's framing from the first byte: a server may
/// print other text before its first message.
struct LineParser {
  private let limit: Int
  private var partial: [UInt8] = []

  /// - Parameter limit: the maximum length of a line in bytes. A longer line ends parsing.
  init(limit: Int) {
    self.limit = limit
  }

  /// Appends bytes to the stream and returns the lines that they complete.
  ///
  /// - Returns: The completed lines, without line breaks; nil once a line exceeds the limit, after
  ///   which parsing can't continue.
  mutating func feed(_ bytes: [UInt8]) -> [[UInt8]]? {
    var lines: [[UInt8]] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      partial += rest[..<end]
      if partial.count > limit { return nil }
      lines.append(partial)
      partial = []
      rest = rest[(end + 1)...]
    }
    partial += rest
    return partial.count > limit ? nil : lines
  }
}
