import Synchronization

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
      if let line = try firstLineInUTF8() {
        throw .unreadable(
          file: name,
          reason: "line \(line) is UTF-8, not Windows-1252; leave out --encoding"
        )
      }
      return decoded(by: TextDecoder(.windows1252, start: 0))
    case nil:
      switch try read(0, 2) {
      case [0xFE, 0xFF]: return decoded(by: TextDecoder(.utf16(isBigEndian: true), start: 2))
      case [0xFF, 0xFE]: return decoded(by: TextDecoder(.utf16(isBigEndian: false), start: 2))
      default: return self
      }
    }
  }

  /// The number of places, which are as far apart as reads; together they are longer than a row.
  private static let placeLimit = 80

  /// Returns the file in UTF-8, which is converted while it is read from its beginning to its end.
  private func decoded(by first: TextDecoder) -> ImportFile {
    let shared = Mutex<[TextDecoder]>([])
    return ImportFile(name: name) { offset, count throws(FormatError) in
      // A read before the last one begins at one of the last places, because a file with many
      // unclosed quotes has many such reads.
      var decoder = shared.withLock { places in
        places.removeAll { $0.offset > offset }
        return places.last ?? first
      }
      defer { shared.withLock { $0 = $0.suffix(Self.placeLimit) + [decoder] } }
      return try decoder.bytes(at: offset, count, of: self)
    }
  }

  /// Returns the number of the first line whose characters beyond ASCII are UTF-8; nil if there is
  /// none.
  private func firstLineInUTF8() throws(FormatError) -> Int? {
    var lines = FileLineReader(self)
    while let line = try lines.nextBytes() {
      let isASCII = line.allSatisfy { $0 < 0x80 }
      if !isASCII, String(validating: line, as: UTF8.self) != nil { return lines.number }
    }
    return nil
  }
}
