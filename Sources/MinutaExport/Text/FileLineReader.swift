/// Reads the lines of a file and counts them from 1.
///
/// Lines end with LF, CRLF or CR. A byte-order mark at the beginning of the file is left out.
package struct FileLineReader {
  private let file: ImportFile
  private var chunk: ArraySlice<UInt8> = []
  private var offset = 0
  private var isAtEnd = false
  /// The number of the line that was read last; 0 before the first.
  package private(set) var number = 0

  /// The size limit of a line in bytes.
  private static let limit = 16 << 20

  package init(_ file: ImportFile) {
    self.file = file
  }

  /// Returns the bytes of the next line without its line break; nil after the last.
  package mutating func nextBytes() throws(FormatError) -> ArraySlice<UInt8>? {
    var line: ArraySlice<UInt8> = []
    while true {
      if let end = chunk.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
        line = line.isEmpty ? chunk[..<end] : line + chunk[..<end]
        let wasCarriageReturn = chunk[end] == 0x0D
        chunk = chunk[(end + 1)...]
        if wasCarriageReturn { try skipLineFeed() }
        break
      }
      line += chunk
      chunk = []
      if line.count > Self.limit { throw .tooLarge(file: file.name, limit: Self.limit) }
      try readNextChunk()
      if isAtEnd {
        if line.isEmpty { return nil }
        break
      }
    }
    number += 1
    return line
  }

  /// Returns the next line; nil after the last.
  ///
  /// A line that isn't UTF-8 is `.failure`.
  package mutating func next() throws(FormatError) -> Result<String, InvalidReason>? {
    guard let bytes = try nextBytes() else { return nil }
    return String(validating: bytes, as: UTF8.self).map { .success($0) }
      ?? .failure(.encoding)
  }

  private mutating func skipLineFeed() throws(FormatError) {
    if chunk.isEmpty { try readNextChunk() }
    if chunk.first == 0x0A { chunk = chunk.dropFirst() }
  }

  private mutating func readNextChunk() throws(FormatError) {
    let bytes = try file.read(offset, 1 << 16)
    let hasMark = offset == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF])
    offset += bytes.count
    chunk = hasMark ? bytes.dropFirst(3) : bytes[...]
    isAtEnd = bytes.isEmpty
  }
}
