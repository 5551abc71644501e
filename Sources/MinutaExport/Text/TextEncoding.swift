/// An encoding of text files to import.
package enum TextEncoding: String, Codable, Sendable, CaseIterable {
  case utf8 = "utf-8"
  case windows1252 = "windows-1252"
  case cp1252
  /// Latin 1 is read as Windows-1252, which has the same letters.
  case latin1 = "latin-1"
  case iso8859part1 = "iso-8859-1"
}

extension ImportFile {
  /// Returns the file in UTF-8.
  ///
  /// - Parameter encoding: the encoding of the file; nil for UTF-8, or for UTF-16 if the file begins
  ///   with its byte order mark.
  package func decoded(from encoding: TextEncoding?) throws(FormatError) -> ImportFile {
    switch encoding {
    case .utf8?: return self
    case .windows1252?, .cp1252?, .latin1?, .iso8859part1?:
      var text = String.UnicodeScalarView()
      let bytes = try content()
      if let line = Self.lineInUTF8(bytes) {
        throw .unreadable(file: name, reason: "line \(line) is UTF-8, not Windows-1252")
      }
      for byte in bytes {
        let special = 0x80..<0xA0 ~= byte ? Self.windows1252[byte] : nil
        text.append(special ?? Unicode.Scalar(byte))
      }
      return ImportFile(name: name, bytes: Array(String(text).utf8))
    case nil:
      let mark = try read(0, 2)
      let isBigEndian = mark == [0xFE, 0xFF]
      guard isBigEndian || mark == [0xFF, 0xFE] else { return self }
      let bytes = try content()
      let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
        let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
        return isBigEndian ? first << 8 | second : second << 8 | first
      }
      return ImportFile(name: name, bytes: Array(String(decoding: units, as: UTF16.self).utf8))
    }
  }

  /// Returns the number of the first line whose characters beyond ASCII are UTF-8; nil if there is
  /// none.
  private static func lineInUTF8(_ bytes: [UInt8]) -> Int? {
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    let index = lines.firstIndex { line in
      line.contains { $0 >= 0x80 } && String(validating: line, as: UTF8.self) != nil
    }
    return index.map { $0 + 1 }
  }

  /// The characters of Windows-1252 that aren't those of Unicode with the same number.
  private static let windows1252: [UInt8: Unicode.Scalar] = [
    0x80: "€", 0x82: "‚", 0x83: "ƒ", 0x84: "„", 0x85: "…", 0x86: "†", 0x87: "‡", 0x88: "ˆ",
    0x89: "‰", 0x8A: "Š", 0x8B: "‹", 0x8C: "Œ", 0x8E: "Ž", 0x91: "‘", 0x92: "’", 0x93: "“",
    0x94: "”", 0x95: "•", 0x96: "–", 0x97: "—", 0x98: "˜", 0x99: "™", 0x9A: "š", 0x9B: "›",
    0x9C: "œ", 0x9E: "ž", 0x9F: "Ÿ",
  ]
}
