/// Reads the lines of an iCalendar file, which may be folded: a line that begins with a blank
/// continues the line before it.
struct ICalendarLineReader {
  private let file: String
  private var lines: FileLineReader
  private var following: ArraySlice<UInt8>?
  /// The number of the last line's first part; 0 before the first line.
  private(set) var number = 0
  private var hasBegun = false

  /// The size limit of an unfolded line in bytes.
  private static let limit = 16 << 20

  init(_ file: ImportFile) {
    self.file = file.name
    lines = FileLineReader(file)
  }

  /// Returns the bytes of the next unfolded line; nil after the last.
  mutating func next() throws(FormatError) -> ArraySlice<UInt8>? {
    if !hasBegun {
      hasBegun = true
      following = try lines.nextBytes()
    }
    guard var line = following else { return nil }
    number = lines.number
    while true {
      following = try lines.nextBytes()
      guard let next = following, next.first == 0x20 || next.first == 0x09 else { return line }
      line += next.dropFirst()
      if line.count > Self.limit { throw .tooLarge(file: file, limit: Self.limit) }
    }
  }
}
