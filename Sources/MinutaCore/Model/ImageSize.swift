/// The size of an image in pixels.
package struct ImageSize: Sendable, Hashable {
  package let width: Int
  package let height: Int

  /// The number of pixels to which the longer side of a large image is reduced.
  package static let limit = 1920

  package var isLarge: Bool { max(width, height) > Self.limit }

  /// The number of pixels above which an image isn't resized: a program would need gigabytes.
  package static let pixelLimit = 100_000_000

  package var isTooLargeToResize: Bool {
    let (pixels, overflows) = width.multipliedReportingOverflow(by: height)
    return overflows || pixels > Self.pixelLimit
  }

  /// Reads the size from the header of a file; nil if the header is damaged.
  package init?(of bytes: [UInt8], _ format: ImageFormat) {
    switch format {
    case .png where bytes.count >= 24: self.init(bytes[20..<24], bytes[16..<20])
    case .jpeg: self.init(ofJPEG: bytes)
    case .gif where bytes.count >= 10:
      // The numbers of GIF and WebP files have their lowest byte first.
      self.init(bytes[8..<10].reversed(), bytes[6..<8].reversed())
    case .webp: self.init(ofWebP: bytes)
    case .heic: self.init(ofHEIC: bytes)
    default: return nil
    }
  }

  private init(_ height: some Sequence<UInt8>, _ width: some Sequence<UInt8>) {
    self.height = height.reduce(0) { $0 << 8 | Int($1) }
    self.width = width.reduce(0) { $0 << 8 | Int($1) }
  }

  private init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

  /// Reads the size from the first chunk of a WebP file; see RFC 9649.
  private init?(ofWebP bytes: [UInt8]) {
    guard bytes.count >= 30 else { return nil }
    func number(_ range: Range<Int>) -> Int {
      bytes[range].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    switch String(decoding: bytes[12..<16], as: UTF8.self) {
    case "VP8X": self.init(width: number(24..<27) + 1, height: number(27..<30) + 1)
    case "VP8L":
      let word = number(21..<25)
      self.init(width: word & 0x3FFF + 1, height: word >> 14 & 0x3FFF + 1)
    case "VP8 ": self.init(width: number(26..<28) & 0x3FFF, height: number(28..<30) & 0x3FFF)
    default: return nil
    }
  }

  /// Reads the size of the largest picture in a HEIC file; the others are tiles and a preview.
  ///
  /// Each size is in a box `ispe` at the beginning of the file; see ISO/IEC 23008-12.
  private init?(ofHEIC bytes: [UInt8]) {
    let name = Array("ispe".utf8)
    let places = bytes.prefix(1 << 16).indices.dropLast(15).filter { place in
      bytes[place] == name[0] && bytes[place..<place + 4].elementsEqual(name)
    }
    let sizes = places.map { ImageSize(bytes[$0 + 12..<$0 + 16], bytes[$0 + 8..<$0 + 12]) }
    guard let largest = sizes.max(by: { max($0.width, $0.height) < max($1.width, $1.height) })
    else { return nil }
    self = largest
  }

  /// Reads the size from the segment that begins the picture; see ITU-T T.81, annex B.
  private init?(ofJPEG bytes: [UInt8]) {
    var place = 2
    while place + 9 <= bytes.count, bytes[place] == 0xFF {
      let marker = bytes[place + 1]
      if marker == 0xFF {
        // Segments may begin with more than one of these bytes.
        place += 1
        continue
      }
      if 0xC0...0xCF ~= marker, ![0xC4, 0xC8, 0xCC].contains(marker) {
        self.init(bytes[place + 5..<place + 7], bytes[place + 7..<place + 9])
        return
      }
      place += 2 + (Int(bytes[place + 2]) << 8 | Int(bytes[place + 3]))
    }
    return nil
  }
}
