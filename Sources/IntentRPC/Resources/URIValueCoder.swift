import IntentKit

/// Encodes and decodes the value with which a resource's URI ends, using percent-encoding.
enum URIValueCoder {
  static func encoded(_ value: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    let bytes = value.utf8.flatMap { byte in
      IntentDefinition.Resource.isUnreserved(byte)
        ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Decodes a percent-encoded value.
  ///
  /// - Returns: The value; nil if it is empty, not valid UTF-8 or wrongly encoded, or if it
  ///   contains a path component such as `..`.
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

  /// Returns whether a value is a relative path without `.`, `..`, backslashes and control
  /// characters.
  private static func isSafePath(_ bytes: [UInt8]) -> Bool {
    let parts = bytes.split(separator: UInt8(ascii: "/"))
    let dots = parts.contains { part in part.allSatisfy { $0 == UInt8(ascii: ".") } }
    if parts.isEmpty || dots || bytes.first == UInt8(ascii: "/") { return false }
    return bytes.allSatisfy { $0 != UInt8(ascii: "\\") && $0 >= 0x20 && $0 != 0x7F }
  }

  /// Returns whether RFC 3986 allows a byte in a path segment without percent-encoding.
  private static func isAllowed(_ byte: UInt8) -> Bool {
    IntentDefinition.Resource.isUnreserved(byte) || "!$&'()*+,;=:@".utf8.contains(byte)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
  }
}
