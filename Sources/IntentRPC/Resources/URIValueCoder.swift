import IntentKit

/// The value that stands at the end of a URI, with escapes for what cannot stand there itself.
enum URIValueCoder {
  static func encoded(_ value: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    let bytes = value.utf8.flatMap { byte in
      IntentDefinition.Resource.isUnreserved(byte)
        ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads a value, its escapes once.
  ///
  /// - Returns: Nil for one that is empty, is not UTF-8, has a byte that should be escaped or an
  ///   escape that is none, or could lead out of its place.
  static func decoded(_ text: some Sequence<UInt8>) -> String? {
    var bytes: [UInt8] = []
    var rest = text.makeIterator()
    while let byte = rest.next() {
      if byte == UInt8(ascii: "%") {
        guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) else {
          return nil
        }
        bytes.append(high << 4 | low)
      } else if isAllowed(byte) {
        bytes.append(byte)
      } else {
        return nil
      }
    }
    guard isSafePath(bytes) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// A value that is empty, or has a part that names this folder or the one above, is none.
  private static func isSafePath(_ bytes: [UInt8]) -> Bool {
    let parts = bytes.split(separator: UInt8(ascii: "/"))
    let dots = parts.contains { part in part.allSatisfy { $0 == UInt8(ascii: ".") } }
    if parts.isEmpty || dots || bytes.first == UInt8(ascii: "/") { return false }
    return bytes.allSatisfy { $0 != UInt8(ascii: "\\") && $0 >= 0x20 && $0 != 0x7F }
  }

  /// What RFC 3986 allows in a segment of a path, escapes apart.
  private static func isAllowed(_ byte: UInt8) -> Bool {
    IntentDefinition.Resource.isUnreserved(byte) || "!$&'()*+,;=:@".utf8.contains(byte)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
