import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import Testing

/// Undo, redo and restore where another tag has the name by now.
@Suite struct TagNameHistoryTests {
  private let fixture: IntentFixture

  init() throws {
    fixture = try IntentFixture()
  }

  private func names() async throws -> [String] {
    let tags = try await fixture.value("ListTags", ["includeArchived": true])["tags"]?.array ?? []
    return tags.compactMap { $0["name"]?.string }
  }

  /// A record of a tag that gets another name, or goes, and a new tag that takes its name.
  private func replace(_ id: String, _ arguments: JSONObject, new: String = "A") async throws {
    try await fixture.log("A", "08:00", "09:00")
    _ = try await fixture.value(id, arguments)
    _ = try await fixture.value("CreateTag", ["tag": .string(new)])
  }

  @Test(arguments: ["A", "a"])
  func `undo of a rename leaves the name to the tag that has it by now`(new: String) async throws {
    try await replace("RenameTag", ["tag": "A", "name": "B"], new: new)
    let before = try fixture.folder.text(of: "tags.json")
    let outcome = await fixture.perform("Undo", ["entry": 2])
    #expect(outcome.error?.code == "tagNameTaken")
    #expect(
      outcome.sentence == "The tag 'B' cannot be called 'A' again, because another tag is called "
        + "'\(new)' by now; rename or delete that one first, then undo again."
    )
    #expect(try fixture.folder.text(of: "tags.json") == before)
    _ = try await fixture.value("DeleteTag", ["tag": .string(new), "confirm": true])
    _ = try await fixture.value("Undo", ["entry": 2])
    #expect(try await names() == ["A"])
  }

  @Test func `undo of a deletion leaves the name to the tag that has it by now`() async throws {
    try await replace("DeleteTag", ["tag": "A", "confirm": true])
    let outcome = await fixture.perform("Undo", ["entry": 2])
    #expect(outcome.error?.code == "tagNameTaken")
    #expect(
      outcome.sentence == "The tag 'A' cannot come back, because another tag is called 'A' by "
        + "now; rename or delete that one first, then undo again."
    )
    #expect(try await names() == ["A"])
    #expect(try await fixture.value("Doctor")["problems"] == [])
    _ = try await fixture.value("RenameTag", ["tag": "A", "name": "C"])
    _ = try await fixture.value("Undo", ["entry": 2])
    #expect(try await names() == ["A", "C"])
    #expect(try await fixture.value("Doctor")["problems"] == [])
  }

  @Test func `what else was done together is taken back, and the tag is named`() async throws {
    try await fixture.log("A", "08:00", "09:00")
    _ = try await fixture.value("LogTime", ["duration": "5m"])
    _ = try await fixture.value("RenameTag", ["tag": "A", "name": "B"])
    _ = try await fixture.value("Undo", ["to": 1, "confirm": true])
    _ = try await fixture.value("CreateTag", ["tag": "B"])
    // The redo would give the name 'B' again.
    let redone = await fixture.perform("Redo", ["confirm": true])
    #expect(
      redone.sentence.contains(
        " The tag 'A' cannot be called 'B' again, because another tag is called 'B' by now."
      )
    )
    #expect(redone.result?.value["leftAlone"]?.array?.count == 1)
    #expect(try await names().sorted() == ["A", "B"])
    #expect(try await fixture.value("ListRecords")["records"]?.array?.count == 2)
  }

  @Test func `names that go from tag to tag within one undo are no conflict`() async throws {
    try await replace("RenameTag", ["tag": "A", "name": "B"])
    _ = try await fixture.value("Undo", ["to": 1, "confirm": true])
    #expect(try await names() == ["A"])
    _ = try await fixture.value("Redo", ["confirm": true])
    #expect(try await names().sorted() == ["A", "B"])
    _ = try await fixture.value("Undo")
    _ = try await fixture.value("Undo")
    #expect(try await names() == ["A"])
  }

  @Test func `a change that keeps the name is taken back beside a tag of one name`() async throws {
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

  @Test func `a restored record gets the tag that has the name of its own by now`() async throws {
    try await fixture.log("A", "08:00", "09:00")
    let id = try await fixture.value("ListRecords", ["range": "all"])["records"]?.array?.first?[
      "id"
    ]
    _ = try await fixture.value("DeleteRecord", ["record": "last"])
    _ = try await fixture.value("DeleteTag", ["tag": "A"])
    _ = try await fixture.value("CreateTag", ["tag": "a"])
    #expect(
      try await fixture.sentence("RestoreRecord", ["record": try #require(id)])
        == "Restored 'a', 08:00 to 09:00 (00000000). Its tag 'A' was deleted, so it has 'a' now."
    )
    #expect(try await names() == ["a"])
    #expect(try await fixture.value("Doctor")["problems"] == [])
  }
}
