import Foundation

/// An image of a record, to be shown small.
struct Thumbnail {
  private let filename: String
  private let mediaType: String
  private let bytes: [UInt8]

  fileprivate init?(_ filename: String, _ bytes: [UInt8]) {
    guard let mediaType = Self.mediaType(of: bytes) else { return nil }
    (self.filename, self.mediaType, self.bytes) = (filename, mediaType, bytes)
  }

  /// Adds the image as a square, of which its middle is shown.
  func add(x: Double, y: Double, size: Double, to content: inout SVGContent) {
    content.add(
      """
      <image\(SVGBox(x: x, y: y, width: size, height: size).attributes) \
      preserveAspectRatio="xMidYMid slice" \
      href="data:\(mediaType);base64,\(Data(bytes).base64EncodedString())">\
      <title>\(filename.svgEscaped)</title></image>

      """
    )
  }

  /// Returns the media type of an image that SVG programs show; nil for any other file.
  private static func mediaType(of bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "image/png" }
    if bytes.starts(with: Array("GIF8".utf8)) { return "image/gif" }
    let isWebP =
      bytes.starts(with: Array("RIFF".utf8)) && bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
    return isWebP ? "image/webp" : nil
  }
}

/// Reads the thumbnails of a report, of which there are at most eight.
struct ThumbnailReader {
  private let provider: (any ReportImageProvider)?
  private var remaining = 8

  init(_ provider: (any ReportImageProvider)?) {
    self.provider = provider
  }

  mutating func thumbnails(of comment: ReportComment) -> [Thumbnail] {
    guard let provider, let id = comment.recordId else { return [] }
    var thumbnails: [Thumbnail] = []
    for filename in comment.imageFilenames where remaining > 0 {
      guard let bytes = provider.imageData(filename, of: id),
        let thumbnail = Thumbnail(filename, bytes)
      else { continue }
      thumbnails.append(thumbnail)
      remaining -= 1
    }
    return thumbnails
  }
}
