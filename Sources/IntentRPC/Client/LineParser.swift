/// Cuts a stream of bytes into the lines of a protocol that has a message on each.
///
/// Where a server begins with a banner, nothing can be told from the first byte.
struct LineParser {
  private let limit: Int
  private var partial: [UInt8] = []

  /// - Parameter limit: the bytes that a line may have.
  init(limit: Int) {
    self.limit = limit
  }

  /// Takes the next bytes.
  ///
  /// - Returns: the lines that end in them; nil once one is too long, after which nothing more can be
  ///   told apart.
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
