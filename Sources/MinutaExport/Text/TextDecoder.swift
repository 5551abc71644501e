/// Converts a file to UTF-8 in chunks.
struct TextDecoder: Sendable {
  enum Source: Sendable {
    case windows1252
    case utf16(isBigEndian: Bool)
  }

  private let source: Source
  /// The offset in the file of the next chunk.
  private var start: Int
  /// The offset in the converted text of the first byte of `text`.
  private(set) var offset = 0
  /// Converted text that hasn't been read.
  private var text: ArraySlice<UInt8> = []

  private static let chunkSize = 1 << 16

  init(_ source: Source, start: Int) {
    (self.source, self.start) = (source, start)
  }

  /// Returns at most `count` bytes of the converted text from `position`, which isn't before
  /// `offset`; no bytes at the end.
  mutating func bytes(
    at position: Int,
    _ count: Int,
    of file: ImportFile
  ) throws(FormatError) -> [UInt8] {
    while offset + text.count < position + count {
      skip(to: position)
      let chunk = try file.read(start, Self.chunkSize)
      let units = wholeUnits(chunk)
      if units.isEmpty { break }
      start += units.count
      text += try converted(units, of: file.name)
    }
    skip(to: position)
    return Array(text.prefix(count))
  }

  /// Discards the text before a position.
  private mutating func skip(to position: Int) {
    let rest = text.dropFirst(position - offset)
    offset += text.count - rest.count
    text = ArraySlice(Array(rest))
  }

  /// Returns the part of a chunk that doesn't end in the middle of a character.
  private func wholeUnits(_ chunk: [UInt8]) -> ArraySlice<UInt8> {
    guard case .utf16(let isBigEndian) = source else { return chunk[...] }
    let units = chunk.dropLast(chunk.count % 2)
    guard units.count > 2 else { return units }
    let high = isBigEndian ? units[units.count - 2] : units[units.count - 1]
    return 0xD8...0xDB ~= high ? units.dropLast(2) : units
  }

  private func converted(_ bytes: ArraySlice<UInt8>, of name: String) throws(FormatError) -> [UInt8]
  {
    switch source {
    case .windows1252:
      var text: [UInt8] = []
      text.reserveCapacity(bytes.count + bytes.count / 8)
      for byte in bytes {
        if byte < 0x80 { text.append(byte) } else { text += Self.windows1252[Int(byte) - 0x80] }
      }
      return text
    case .utf16(let isBigEndian):
      let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { index in
        let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
        return isBigEndian ? first << 8 | second : second << 8 | first
      }
      guard let text = String(validating: units, as: UTF16.self) else {
        throw .unreadable(file: name, reason: "it isn't valid UTF-16")
      }
      return Array(text.utf8)
    }
  }

  /// The characters 0x80 to 0xFF of Windows-1252 in UTF-8.
  private static let windows1252: [[UInt8]] = (UInt8(0x80)...0xFF).map { byte in
    Array(String(Character(ownCharacters[byte] ?? Unicode.Scalar(byte))).utf8)
  }

  /// The characters of Windows-1252 that aren't those of Unicode with the same number.
  private static let ownCharacters: [UInt8: Unicode.Scalar] = [
    0x80: "€", 0x82: "‚", 0x83: "ƒ", 0x84: "„", 0x85: "…", 0x86: "†", 0x87: "‡", 0x88: "ˆ",
    0x89: "‰", 0x8A: "Š", 0x8B: "‹", 0x8C: "Œ", 0x8E: "Ž", 0x91: "‘", 0x92: "’", 0x93: "“",
    0x94: "”", 0x95: "•", 0x96: "–", 0x97: "—", 0x98: "˜", 0x99: "™", 0x9A: "š", 0x9B: "›",
    0x9C: "œ", 0x9E: "ž", 0x9F: "Ÿ",
  ]
}
