import Foundation
import MinutaTestSupport
import Testing

@testable import minuta

@Suite struct TagColorIconTests {
  @Test(.requires("convert"), arguments: ["#2E86AB", "#000000", "#ffffff"])
  func `the icon is a disc in the color of the tag`(color: String) async throws {
    let folder = try TemporaryDirectory()
    let icon = try #require(TagColorIcon(color))
    let file = try folder.replace("icon.png", by: icon.png)
    let format = "%w %h %[hex:p{24,24}] %[fx:p{0,0}.a]"
    let result = try await TestPrograms.run(
      "/usr/bin/env",
      ["convert", "-depth", "8", file, "-format", format, "info:"],
      environment: ["PATH": "/usr/bin:/bin"]
    )
    let digits = color.dropFirst().uppercased()
    #expect(result.output == "48 48 \(digits)FF 0", "\(result)")
  }

  @Test(arguments: ["", "#12345", "red", "#gg0000", "#+12345", "../../x", "#1234567", "x12345 "])
  func `another text is no color`(text: String) {
    #expect(TagColorIcon(text) == nil)
  }
}
