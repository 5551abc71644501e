import Foundation
import MinutaCore
import MinutaTestSupport
import Testing

@testable import MinutaStore

@Suite struct ImageReferenceTests {
  @Test(arguments: ["a.png", "Ünï.JPG", "no ending", "a..b", "json", "a.json.png"])
  func `a plain name is one of an image`(name: String) {
    #expect(StoreLayout.isImageName(name))
  }

  @Test(arguments: [
    "", ".", "..", ".hidden", "/", "a/b", "../a", "a/\u{301}b", "a\0b", "b.json", "b.JSON",
  ])
  func `what could be another file is no name of an image`(name: String) {
    #expect(!StoreLayout.isImageName(name))
  }

  @Test(arguments: ["", "..", "../../../../precious.txt", "2026-11-02_100000.json"])
  func `no file goes with a record that a file of records names as its image`(
    name: String
  ) async throws {
    let bench = try ImageFixture()
    let (first, second) = (bench.record(1, images: [name]), bench.record(2))
    try bench.save(first, second)
    try bench.folder.write("precious", to: "precious.txt")
    let before = try bench.folder.content(below: "records").keys.sorted()
    try await bench.delete(first)
    let after = try bench.folder.content(below: "records").keys.sorted()
    #expect(after == before.filter { !$0.hasSuffix("2026-11-01_100000.json") })
    #expect(try bench.places(of: "precious") == ["precious.txt"])
    try await bench.undo()
    #expect(try bench.folder.content(below: "records").keys.sorted() == before)
    try await bench.remove(name, from: first)
    #expect(try bench.folder.content(below: "records").keys.sorted() == before)
    #expect(try bench.images(of: first) == [])
  }
}
