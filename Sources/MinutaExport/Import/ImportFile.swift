/// A file to import.
///
/// It is read in chunks, and more than once.
package struct ImportFile: Sendable {
  /// The path as the user wrote it, which messages show.
  package let name: String
  /// Returns at most `count` bytes from an offset; no bytes at the end of the file.
  package let read: @Sendable (_ offset: Int, _ count: Int) throws(FormatError) -> [UInt8]

  package init(
    name: String,
    read: @escaping @Sendable (_ offset: Int, _ count: Int) throws(FormatError) -> [UInt8]
  ) {
    self.name = name
    self.read = read
  }

  /// Creates a file from bytes in memory.
  package init(name: String, bytes: [UInt8]) {
    self.init(name: name) { offset, count in
      Array(bytes[min(offset, bytes.count)..<min(offset + count, bytes.count)])
    }
  }

  /// Returns the whole content.
  ///
  /// - Throws: `FormatError.tooLarge` if it is larger than `limit` bytes.
  package func content(limit: Int = 256 << 20) throws(FormatError) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let chunk = try read(bytes.count, 1 << 18)
      if chunk.isEmpty { return bytes }
      bytes += chunk
      if bytes.count > limit { throw .tooLarge(file: name, limit: limit) }
    }
  }
}

/// The beginning of a file, from which its format is recognized.
package struct FileSample: Sendable {
  /// The last component of the file's path.
  package let fileName: String
  /// The first 64 KiB of the file, without a byte-order mark.
  package let bytes: [UInt8]
  /// The first lines, at most 200, without line breaks; bytes that aren't UTF-8 are replaced.
  package let lines: [String]

  private static let lineLimit = 200
  private static let byteLimit = 1 << 16

  package init(_ file: ImportFile) throws(FormatError) {
    fileName = file.name.split(separator: "/").last.map(String.init) ?? file.name
    let start = try file.read(0, Self.byteLimit)
    bytes = Array(start.starts(with: [0xEF, 0xBB, 0xBF]) ? start.dropFirst(3) : start[...])
    lines = String(decoding: bytes, as: UTF8.self)
      .split(maxSplits: Self.lineLimit, omittingEmptySubsequences: false) { $0.isNewline }
      .prefix(Self.lineLimit).map(String.init)
  }

  /// Whether the file isn't a text, because it has control characters that no text has.
  var isBinary: Bool {
    bytes.contains { $0 < 0x20 && !(0x08...0x0D ~= $0 || $0 == 0x1B) }
  }

  /// Whether the bytes are UTF-8, apart from a character that the end of the sample may cut.
  var isUTF8: Bool {
    // A byte-order mark has 3 bytes.
    let cut = bytes.count >= Self.byteLimit - 3 ? 3 : 0
    return (0...cut).contains { String(validating: bytes.dropLast($0), as: UTF8.self) != nil }
  }

  /// The first line that isn't blank; an empty text if there is none.
  package var firstLine: String {
    lines.first { !$0.allSatisfy(\.isWhitespace) } ?? ""
  }
}
