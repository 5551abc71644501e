import MinutaCore
import Testing

struct ImageSizeTests {
  private static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
    + [0, 0, 0x0A, 0x01, 0, 0, 0, 7]
  /// A segment with three bytes, a fill byte, a table, and the begin of a progressive picture.
  private static let jpeg: [UInt8] =
    [0xFF, 0xD8, 0xFF, 0xE0, 0, 5, 1, 2, 3, 0xFF, 0xFF, 0xC4, 0, 3, 9]
    + [0xFF, 0xC2, 0, 11, 8, 0x12, 0x34, 0x01, 0x02]

  @Test func `the size of PNG and JPEG files is in their headers`() {
    let png = ImageSize(of: Self.png, .png)
    #expect(png?.width == 2561 && png?.height == 7 && png?.isLarge == true)
    let jpeg = ImageSize(of: Self.jpeg, .jpeg)
    #expect(jpeg?.width == 258 && jpeg?.height == 4660 && jpeg?.isLarge == true)
    #expect(ImageSize(of: Self.png, .webp) == nil)
  }

  private static func webp(_ kind: String, _ rest: [UInt8]) -> [UInt8] {
    Array("RIFF\0\0\0\0WEBP\(kind)\0\0\0\0".utf8) + rest
  }
  private static let gif: [UInt8] = Array("GIF89a".utf8) + [0x01, 0x0A, 7, 0]
  private static let webps: [[UInt8]] = [
    webp("VP8X", [0, 0, 0, 0, 0x00, 0x0A, 0, 6, 0, 0]),
    webp("VP8L", [0x2F, 0x00, 0x8A, 0x01, 0, 0, 0, 0, 0, 0]),
    webp("VP8 ", [0, 0, 0, 0x9D, 0x01, 0x2A, 0x01, 0x0A, 7, 0]),
  ]
  private static let heic: [UInt8] =
    [0, 0, 0, 24] + Array("ftypheic".utf8) + Array("ispe".utf8) + [0, 0, 0, 0, 0, 0, 2, 0]
    + [0, 0, 2, 0] + Array("ispe".utf8) + [0, 0, 0, 0, 0, 0, 0x0A, 0x01, 0, 0, 0, 7]

  @Test(arguments: [gif, heic] + webps)
  func `the size of GIF, HEIC and WebP files is in their headers`(_ bytes: [UInt8]) throws {
    let size = ImageSize(of: bytes, try #require(ImageFormat(of: bytes)))
    #expect(size?.width == 2561 && size?.height == 7)
  }

  @Test func `an image of more than 100 million pixels isn't resized`() {
    var png = Self.png
    #expect(ImageSize(of: png, .png)?.isTooLargeToResize == false)
    png.replaceSubrange(16..<24, with: [0, 1, 0, 0, 0, 1, 0, 0])
    #expect(ImageSize(of: png, .png)?.isTooLargeToResize == true)
    png.replaceSubrange(16..<24, with: Array(repeating: 0xFF, count: 8))
    #expect(ImageSize(of: png, .png)?.isTooLargeToResize == true)
  }

  @Test(arguments: [png, jpeg, gif] + webps)
  func `a file that ends in its header has no size`(_ bytes: [UInt8]) throws {
    let format = try #require(ImageFormat(of: bytes))
    for count in bytes.indices {
      #expect(ImageSize(of: Array(bytes.prefix(count)), format) == nil)
    }
  }

  @Test func `a segment of no length, or one beyond the end, is damage`() {
    #expect(ImageSize(of: [0xFF, 0xD8, 0xFF, 0xE0, 0, 0, 1, 2, 3, 4, 5, 6, 7], .jpeg) == nil)
    #expect(ImageSize(of: [0xFF, 0xD8, 0xFF, 0xE0, 0xFF, 0xFF, 1, 2, 3, 4, 5, 6, 7], .jpeg) == nil)
  }
}
