/// The size of an image in pixels.
package struct ImageSize: Sendable, Hashable {
  package let width: Int
  package let height: Int

  /// The number of pixels to which the longer side of a large image is reduced.
  package static let limit = 1920

  package var isLarge: Bool { max(width, height) > Self.limit }

  /// Reads the size from the header of a PNG or JPEG file.
  ///
  /// Nil for other formats, and if the header is damaged.
  package init?(of bytes: [UInt8], _ format: ImageFormat) {
    switch format {
    case .png where bytes.count >= 24: self.init(bytes[20..<24], bytes[16..<20])
    case .jpeg: self.init(ofJPEG: bytes)
    default: return nil
    }
  }

  private init(_ height: ArraySlice<UInt8>, _ width: ArraySlice<UInt8>) {
    self.height = height.reduce(0) { $0 << 8 | Int($1) }
    self.width = width.reduce(0) { $0 << 8 | Int($1) }
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
