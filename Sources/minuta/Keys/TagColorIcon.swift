/// An icon in the color of a tag: a disc, as a PNG image.
struct TagColorIcon {
  /// The color as hexadecimal digits, which can be a file name.
  let name: String
  private let color: [UInt8]

  private static let size = 48

  /// Creates an icon; nil if the color isn't one such as `#2E86AB`.
  init?(_ color: String) {
    let digits = color.dropFirst()
    guard color.first == "#", digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit),
      let number = UInt32(digits, radix: 16)
    else { return nil }
    name = digits.lowercased()
    self.color = [UInt8(number >> 16 & 0xFF), UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)]
  }

  /// The bytes of the image, by the PNG specification, with 8 bits for red, green, blue and opacity.
  var png: [UInt8] {
    let size = Self.bigEndian(UInt32(Self.size))
    return [0x89] + Array("PNG\r\n\u{1A}\n".utf8)
      + Self.chunk("IHDR", size + size + [8, 6, 0, 0, 0])
      + Self.chunk("IDAT", Self.uncompressed(pixels))
      + Self.chunk("IEND", [])
  }

  /// The rows of pixels; each begins with the number of its filter, which is none.
  private var pixels: [UInt8] {
    let center = Double(Self.size - 1) / 2
    return (0..<Self.size).flatMap { y in
      [0]
        + (0..<Self.size).flatMap { x -> [UInt8] in
          let (dx, dy) = (Double(x) - center, Double(y) - center)
          let distance = center - (dx * dx + dy * dy).squareRoot()
          // The edge is one pixel wide, so that it looks round.
          return color + [UInt8(min(max(distance + 0.5, 0), 1) * 255)]
        }
    }
  }

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let content = Array(type.utf8) + data
    return bigEndian(UInt32(data.count)) + content + bigEndian(checksum(content))
  }

  /// Returns data in the zlib format, in one block without compression.
  ///
  /// A block has at most 65,535 bytes; the image has fewer.
  private static func uncompressed(_ data: [UInt8]) -> [UInt8] {
    let count = UInt16(data.count)
    let sizes = [count, ~count].flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in data {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return [0x78, 0x01, 0x01] + sizes + data + bigEndian(high << 16 | low)
  }

  /// Returns the CRC-32 checksum of a chunk.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(0xFFFF_FFFF as UInt32) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in
        value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1
      }
    }
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(number >> $0 & 0xFF) }
  }
}
