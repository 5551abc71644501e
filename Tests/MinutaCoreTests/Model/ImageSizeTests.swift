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

  @Test(arguments: [png, jpeg])
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
