import Foundation
import MinutaCore
import MinutaTestSupport
import Testing

@testable import MinutaStore

@Suite struct ImageReferenceTests {
  @Test(arguments: ["a.png", "Ünï.JPG", "no ending", "a..b", "json", "a.json.png"])
  func `a plain file name is a valid image name`(name: String) {
    #expect(StoreLayout.isImageName(name))
  }

  @Test(arguments: [
    "", ".", "..", ".hidden", "/", "a/b", "../a", "a/\u{301}b", "a\0b", "b.json", "b.JSON",
  ])
  func `a name that could denote another file isn't a valid image name`(name: String) {
    #expect(!StoreLayout.isImageName(name))
  }

  @Test(arguments: ["", "..", "../../../../precious.txt", "2026-11-02_100000.json"])
  func `deleting a record doesn't move files with invalid image names`(name: String) async throws {
    let fixture = try ImageFixture()
    let (first, second) = (fixture.record(1, images: [name]), fixture.record(2))
    try fixture.save(first, second)
    try fixture.folder.write("precious", to: "precious.txt")
    let before = try fixture.folder.content(below: "records").keys.sorted()
    try await fixture.delete(first)
    let after = try fixture.folder.content(below: "records").keys.sorted()
    #expect(after == before.filter { !$0.hasSuffix("2026-11-01_100000.json") })
    #expect(try fixture.paths(of: "precious") == ["precious.txt"])
    try await fixture.undo()
    #expect(try fixture.folder.content(below: "records").keys.sorted() == before)
    try await fixture.remove(name, from: first)
    #expect(try fixture.folder.content(below: "records").keys.sorted() == before)
    #expect(try fixture.images(of: first) == [])
  }
}
