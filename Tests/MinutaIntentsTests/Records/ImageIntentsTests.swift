import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaTestSupport
import Testing

@Suite struct ImageIntentsTests {
  private static let gif = "R0lGODlhAQ=="

  @Test func `an image is attached from a file or base64, and removed by name or position`()
    async throws
  {
    let fixture = try await IntentFixture.workingDay()
    try fixture.folder.write("GIF89a\u{1}", to: "shot.png")
    let id = try #require(try await fixture.ids().last?.string)
    let first = await fixture.perform("AttachImage", ["file": "shot.png"])
    let reading = "'Reading', running since 11:30 (00000000)"
    #expect(first.sentence == "Attached '\(id)_0.gif' to \(reading).")
    let data: JSONObject = ["data": .string(Self.gif), "type": "gif", "record": .string(id)]
    let second = try await fixture.value("AttachImage", data)
    #expect(second["image"]?.string == "\(id)_1.gif")
    #expect(second["record"]?["images"]?.array?.count == 2)
    let name = ImageReference(record: try #require(UUID(uuidString: id)), file: "\(id)_1.gif")
    #expect(fixture.changes().images[name] == Array("GIF89a\u{1}".utf8))

    let removed = await fixture.perform("RemoveImage", ["record": "last", "image": 0])
    #expect(removed.sentence == "Removed '\(id)_0.gif' from \(reading).")
    let last = try await fixture.value(
      "RemoveImage",
      ["record": "last", "image": .string("\(id)_1.gif")]
    )
    #expect(last["record"]?["images"] == [])
  }

  @Test(arguments: CallSource.allCases)
  func `over MCP, an image can't be given as a path`(source: CallSource) async throws {
    let fixture = try await IntentFixture.workingDay()
    try fixture.folder.write("GIF89a", to: "shot.gif")
    let file = await fixture.perform("AttachImage", ["file": "shot.gif"], from: source)
    #expect(file.error?.message == (source == .mcp ? "Unknown parameter 'file'." : nil))
    let values: JSONObject = ["data": .string(Self.gif), "type": "gif"]
    #expect(await fixture.perform("AttachImage", values, from: source).status == "ok")
  }

  @Test func `an image can have at most 8 MiB`() async throws {
    let fixture = try await IntentFixture.workingDay()
    for (size, message) in [
      (ImageFormat.limit, nil), (ImageFormat.limit + 1, "an image of at most 8 MiB"),
    ] {
      var bytes = Data(repeating: 0, count: size)
      bytes.replaceSubrange(0..<6, with: Array("GIF89a".utf8))
      let values: JSONObject = ["data": .string(bytes.base64EncodedString()), "type": "gif"]
      let outcome = await fixture.perform("AttachImage", values)
      #expect(outcome.error.map { $0.message.contains(message ?? "-") } != false)
      #expect((outcome.error == nil) == (message == nil))
    }
  }

  @Test func `the result doesn't contain the image data`() async throws {
    let fixture = try await IntentFixture.workingDay()
    let values: JSONObject = ["data": .string(Self.gif), "type": "gif"]
    let planned = await fixture.dryRun("AttachImage", values)
    #expect(!planned.json.text().contains(Self.gif))
  }
}
