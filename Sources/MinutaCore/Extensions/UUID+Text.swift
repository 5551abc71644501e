package import Foundation

// Foundation formats and parses UUIDs with `printf` and `scanf`. That is too slow here, because
// every record needs several of these conversions.
extension UUID {
  /// The id as text, in the same format as `uuidString`.
  package var text: String {
    withUnsafeBytes(of: uuid) { bytes in
      String(unsafeUninitializedCapacity: 36) { text in
        var place = 0
        for (index, byte) in bytes.enumerated() {
          if index == 4 || index == 6 || index == 8 || index == 10 {
            text[place] = UInt8(ascii: "-")
            place += 1
          }
          text[place] = Self.digit(byte >> 4)
          text[place + 1] = Self.digit(byte & 15)
          place += 2
        }
        return place
      }
    }
  }

  /// The first eight hex digits of the id, for display.
  package var shortText: String { String(text.prefix(8)) }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  /// Parses an id in upper or lower case.
  ///
  /// Returns nil if the text is not a complete UUID.
  package static func of(_ text: String) -> UUID? {
    var text = text
    return text.withUTF8 { of(UnsafeRawBufferPointer($0)) }
  }

  /// Parses the UTF-8 bytes of an id.
  package static func of(_ text: UnsafeRawBufferPointer) -> UUID? {
    guard text.count == 36 else { return nil }
    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    let isValid = withUnsafeMutableBytes(of: &bytes) { bytes in
      var half = 0
      var place = 0
      while place < 36 {
        let digit = text[place]
        if place == 8 || place == 13 || place == 18 || place == 23 {
          guard digit == UInt8(ascii: "-") else { return false }
        } else {
          guard let value = Self.value(of: digit) else { return false }
          bytes[half / 2] = bytes[half / 2] << 4 | value
          half += 1
        }
        place += 1
      }
      return true
    }
    return isValid ? UUID(uuid: bytes) : nil
  }

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
