import Foundation
import MinutaCore
import Testing

@Suite struct ImageTests {
  private let fixture = TrackerFixture()

  @Test func `an image is named after its record, with the lowest unused number`() async throws {
    let id = try fixture.add("09:00", "10:00").id
    for (format, name) in [(ImageFormat.png, "0.png"), (.jpeg, "1.jpg"), (.webp, "2.webp")] {
      let attached = try await fixture.write { try $0.attachImage([1, 2], format, to: id) }
      #expect(attached.file == "\(id.uuidString)_\(name)")
      #expect(attached.record.record.images.last == attached.file)
    }
    let removed = try await fixture.write { try $0.removeImage("1", from: id) }
    #expect(removed.file == "\(id.uuidString)_1.jpg")
    let again = try await fixture.write { try $0.attachImage([3], .gif, to: id) }
    #expect(again.file == "\(id.uuidString)_1.gif")
    let changes = fixture.changes().images
    #expect(changes[ImageReference(record: id, file: again.file)] == [3])
    #expect(changes[ImageReference(record: id, file: removed.file)] == .some(nil))
  }

  @Test(arguments: ["", "2", "-1", "c.png", "A.PNG"])
  func `removing a missing image fails`(image: String) async throws {
    let id = try fixture.add("09:00", "10:00", images: ["a.png", "7"]).id
    await #expect(throws: TrackingError.imageNotFound(image, images: ["a.png", "7"])) {
      try await fixture.write { try $0.removeImage(image, from: id) }
    }
  }

  @Test func `an image is found by its name, then by its index`() async throws {
    let id = try fixture.add("09:00", "10:00", images: ["1", "b.png"]).id
    #expect(try await fixture.write { try $0.removeImage("1", from: id) }.file == "1")
    #expect(try await fixture.write { try $0.removeImage("0", from: id) }.file == "b.png")
  }

  @Test(
    arguments: [
      ("\u{89}PNG\r\n\u{1A}\n", .png), ("\u{FF}\u{D8}\u{FF}\u{E0}", .jpeg), ("GIF89a..", .gif),
      ("GIF87a", .gif), ("RIFF\0\0\0\0WEBPVP8 ", .webp), ("\0\0\0\u{18}ftypheic", .heic),
      ("\0\0\0\u{18}ftypmif1", .heic), ("\0\0\0\u{18}ftypavif", nil), ("", nil), ("\u{89}PNG", nil),
      ("RIFF\0\0\0\0WAVE", nil), ("<svg", nil), ("\u{FF}\u{D8}", nil),
    ] as [(String, ImageFormat?)]
  )
  func `a format is detected from the first bytes`(text: String, format: ImageFormat?) {
    #expect(ImageFormat(of: text.unicodeScalars.map { UInt8($0.value) }) == format)
  }
}
