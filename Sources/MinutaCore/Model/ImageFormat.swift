/// An image format that records support.
package enum ImageFormat: String, Codable, Sendable, CaseIterable {
  case png
  case jpeg
  case heic
  case gif
  case webp

  /// The maximum size of an image in bytes.
  package static let limit = 8 << 20

  /// Detects the format from the first bytes of a file.
  package init?(of bytes: [UInt8]) {
    func text(_ range: Range<Int>) -> String {
      bytes.count < range.upperBound ? "" : String(decoding: bytes[range], as: UTF8.self)
    }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if ["GIF87a", "GIF89a"].contains(text(0..<6)) {
      self = .gif
    } else if text(0..<4) == "RIFF", text(8..<12) == "WEBP" {
      self = .webp
    } else if text(4..<8) == "ftyp", Self.heicBrands.contains(text(8..<12)) {
      self = .heic
    } else {
      return nil
    }
  }

  private static let heicBrands: Set = [
    "heic", "heim", "heis", "heix", "hevc", "hevm", "hevs", "hevx", "mif1", "msf1",
  ]

  /// The file extension without a dot.
  package var fileExtension: String { self == .jpeg ? "jpg" : rawValue }
}
