import MinutaDesktop
import SystemCalls

/// Reads the clicks that i3bar writes to standard input, one event on each line.
struct BarClickReader {
  /// The size in bytes above which a line is dropped.
  private static let limit = 1 << 16

  /// The descriptor of standard input.
  let input: CInt
  private var rest: [UInt8] = []

  init(input: CInt) {
    self.input = input
  }

  /// Reads what is there, and returns the clicks in it; nil at the end of the input.
  ///
  /// Waits if there is nothing to read.
  mutating func read() -> [BarClick]? {
    guard let bytes = try? readOnce(input, path: nil, atMost: Self.limit), !bytes.isEmpty else {
      return nil
    }
    let newline = UInt8(ascii: "\n")
    var lines = (rest + bytes).split(separator: newline, omittingEmptySubsequences: false)
    rest = Array(lines.removeLast())
    if rest.count > Self.limit { rest = [] }
    return lines.compactMap { BarClick(i3barEvent: $0) }
  }
}
