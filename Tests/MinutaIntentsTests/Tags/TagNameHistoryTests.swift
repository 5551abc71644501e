import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import Testing

/// Tests of undo, redo and restoring after another tag has taken the tag's name.
@Suite struct TagNameHistoryTests {
  private let fixture: IntentFixture

  init() throws {
    fixture = try IntentFixture()
  }

  private func names() async throws -> [String] {
    let tags = try await fixture.value("ListTags", ["includeArchived": true])["tags"]?.array ?? []
    return tags.compactMap { $0["name"]?.string }
  }

  /// Calls the intent `id`, which renames or deletes the tag 'A', and then creates the tag `new`,
  /// which takes the old name.
  private func replace(_ id: String, _ arguments: JSONObject, new: String = "A") async throws {
    try await fixture.log("A", "08:00", "09:00")
    _ = try await fixture.value(id, arguments)
    _ = try await fixture.value("CreateTag", ["tag": .string(new)])
  }

  @Test(arguments: ["A", "a"])
  func `undo of a rename doesn't take a name from another tag`(new: String) async throws {
    try await replace("RenameTag", ["tag": "A", "name": "B"], new: new)
    let before = try fixture.folder.text(of: "tags.json")
    let outcome = await fixture.perform("Undo", ["entry": 2])
    #expect(outcome.error?.code == "tagNameTaken")
    #expect(outcome.sentence.contains("another tag is now named '\(new)'"))
    #expect(try fixture.folder.text(of: "tags.json") == before)
    _ = try await fixture.value("DeleteTag", ["tag": .string(new), "confirm": true])
    _ = try await fixture.value("Undo", ["entry": 2])
    #expect(try await names() == ["A"])
  }

  @Test func `undo of a deletion doesn't take a name from another tag`() async throws {
    try await replace("DeleteTag", ["tag": "A", "confirm": true])
    let outcome = await fixture.perform("Undo", ["entry": 2])
    #expect(outcome.error?.code == "tagNameTaken")
    #expect(outcome.sentence.contains("another tag is now named 'A'"))
    #expect(try await names() == ["A"])
    #expect(try await fixture.value("Doctor")["problems"] == [])
    _ = try await fixture.value("RenameTag", ["tag": "A", "name": "C"])
    _ = try await fixture.value("Undo", ["entry": 2])
    #expect(try await names() == ["A", "C"])
    #expect(try await fixture.value("Doctor")["problems"] == [])
  }

  @Test func `undo of a batch reverts the rest and names the tag in conflict`() async throws {
    try await fixture.log("A", "08:00", "09:00")
    _ = try await fixture.value("LogTime", ["duration": "5m"])
    _ = try await fixture.value("RenameTag", ["tag": "A", "name": "B"])
    _ = try await fixture.value("Undo", ["to": 1, "confirm": true])
    _ = try await fixture.value("CreateTag", ["tag": "B"])
    // Taking the undo back would name the tag 'B' again, but another tag has this name now.
    let redone = await fixture.perform("Undo", ["entry": 4])
    #expect(
      redone.sentence.contains(
        " The tag 'A' can't be renamed back to 'B', because another tag is now named 'B'."
      )
    )
    #expect(redone.result?.value["conflicts"]?.array?.count == 1)
    #expect(try await names().sorted() == ["A", "B"])
    #expect(try await fixture.value("ListRecords")["records"]?.array?.count == 2)
  }

  @Test func `one undo can move names between tags`() async throws {
    try await replace("RenameTag", ["tag": "A", "name": "B"])
    _ = try await fixture.value("Undo", ["to": 1, "confirm": true])
    #expect(try await names() == ["A"])
    _ = try await fixture.value("Redo", ["confirm": true])
    #expect(try await names().sorted() == ["A", "B"])
    _ = try await fixture.value("Undo")
    _ = try await fixture.value("Undo")
    #expect(try await names() == ["A"])
  }

  @Test func `undo of a colour works beside a tag with the same name`() async throws {
    try await fixture.log("A", "08:00", "09:00")
    _ = try await fixture.value("SetTagColor", ["tag": "A", "color": "#112233"])
    let text = try fixture.folder.text(of: "tags.json")
    let tags = try JSONValue(parsing: text)["tags"]?.array ?? []
    var second = try #require(tags.first?.object)
    second["id"] = "AAAAAAAA-AAAA-4AAA-8AAA-AAAAAAAAAAAA"
    let both = JSONValue.object(["tags": .array(tags + [.object(second)])])
    try fixture.folder.write(both.text(.indented), to: "tags.json")
    _ = try await fixture.value("Undo")
    #expect(try await names() == ["A", "A"])
  }

  @Test func `a restored record gets the tag that now has its tag's name`() async throws {
    try await fixture.log("A", "08:00", "09:00")
    let id = try await fixture.value("ListRecords", ["range": "all"])["records"]?.array?.first?[
      "id"
    ]
    _ = try await fixture.value("DeleteRecord", ["record": "last"])
    _ = try await fixture.value("DeleteTag", ["tag": "A"])
    _ = try await fixture.value("CreateTag", ["tag": "a"])
    #expect(
      try await fixture.sentence("RestoreRecord", ["record": try #require(id)])
        == "Restored 'a', 08:00 to 09:00 (00000000). Its tag 'A' was deleted; it now has the tag 'a'."
    )
    #expect(try await names() == ["a"])
    #expect(try await fixture.value("Doctor")["problems"] == [])
  }
}
