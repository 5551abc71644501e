import Foundation
import IntentKit
import JSONText
import MinutaTestSupport
import Testing

@Suite struct HistoryTests {
  private let fixture: IntentFixture

  init() throws {
    fixture = try IntentFixture()
  }

  private func files() throws -> [String: Data?] {
    try fixture.folder.content().filter { !$0.key.hasPrefix(".minuta") && !$0.key.hasSuffix("11") }
  }

  @Test func `a call is undone and redone as a whole`() async throws {
    _ = try await fixture.value("StartTimer", ["tag": "Work", "at": "10:00"])
    let started = try files()
    _ = try await fixture.value("LogTime", ["tag": "Email", "start": "09:00", "duration": "30m"])
    let logged = try files()
    let undone = await fixture.perform("Undo").sentence
    #expect(undone == "Undid 'log': 'Email', 09:00 to 09:30 (00000000).")
    #expect(try files() == started)
    _ = try await fixture.value("Redo")
    #expect(try files() == logged)
    _ = try await fixture.value("Undo")
    _ = try await fixture.value("Undo")
    #expect(try files().keys.filter { $0.hasPrefix("records/") && $0.hasSuffix("json") }.isEmpty)
    #expect(await fixture.perform("Undo").error?.code == "nothingToUndo")
    _ = try await fixture.value("Redo")
    _ = try await fixture.value("Redo")
    #expect(try files() == logged)
    #expect(await fixture.perform("Redo").error?.code == "nothingToUndo")
  }

  @Test func `nothing is redone after other changes, unless these are undone`() async throws {
    _ = try await fixture.value("LogTime", ["tag": "Email", "start": "09:00", "duration": "30m"])
    _ = try await fixture.value("Undo")
    _ = try await fixture.value("LogTime", ["tag": "Work", "start": "08:00", "duration": "30m"])
    let refused = await fixture.perform("Redo")
    #expect(refused.error?.code == "nothingToUndo")
    #expect(refused.sentence.hasSuffix("You can take that undo back anyway.\n  minuta undo 2"))
    _ = try await fixture.value("Undo")
    #expect(try await fixture.sentence("Redo").hasPrefix("Redid 'log': 'Work'"))
    #expect(await fixture.perform("Redo").error?.code == "nothingToUndo")
    _ = try await fixture.value("Undo", ["entry": 2])
    #expect(try await fixture.lines() == ["Work 07:00-07:30", "Email 08:00-08:30"])
  }

  @Test func `Undo and Redo match their result schemas`() async throws {
    _ = try await fixture.value("LogTime", ["duration": "5m"])
    for id in ["Undo", "Redo"] {
      let definition = await fixture.engine.definitions().first { $0.id == id }
      let value = try await fixture.value(id)
      let result = try #require(definition).result
      #expect(SchemaValidator(result).problems(in: .object(value)).isEmpty)
    }
  }

  @Test func `History has time, source, intent and changes`() async throws {
    _ = try await fixture.value("StartTimer", ["tag": "Work", "at": "10:00"])
    _ = try await fixture.value("StopTimer", ["at": "11:00"])
    _ = try await fixture.value("Undo")
    let entries = try await fixture.value("History")["entries"]?.array ?? []
    #expect(entries.map { $0["intent"]?.string } == ["Undo", "StopTimer", "StartTimer"])
    #expect(entries.map { $0["undone"]?.bool } == [false, true, false])
    #expect(entries.map { $0["source"]?.string } == ["file", "file", "file"])
    #expect(entries[0]["undoes"]?.array == [2])
    let change = entries[1]["changes"]?.array?.first
    #expect(change?["before"]?["endTime"] == nil)
    #expect(change?["after"]?["endTime"] == "2026-11-20T10:00:00Z")
    #expect(entries[2]["changes"]?.array?.map { $0["kind"]?.string } == ["record", "tag"])
    #expect(try await fixture.value("History", ["limit": 1])["entries"]?.array?.count == 1)
  }

  @Test func `undo with 'to' goes back to an entry`() async throws {
    for minute in 1...5 {
      _ = try await fixture.value("LogTime", ["duration": .string("\(minute)m")])
    }
    let undone = try await fixture.value("Undo", ["to": 2, "confirm": true])
    #expect(undone["entries"]?.array?.map { $0["entry"]?.integer } == [5, 4, 3])
    #expect(try await fixture.value("ListRecords")["records"]?.array?.count == 2)
    _ = try await fixture.value("Redo", ["confirm": true])
    #expect(try await fixture.value("ListRecords")["records"]?.array?.count == 5)
  }

  @Test func `undo names external changes and keeps them`() async throws {
    let started = try await fixture.value("StartTimer", ["tag": "Work", "at": "10:00"])
    let path = "records/2026/11/2026-11-20_090000.json"
    let edited = try fixture.folder.text(of: path)
      .replacing("\"images\"", with: "\"comment\": \"edited\", \"images\"")
    try fixture.folder.write(edited, to: path)
    let outcome = await fixture.perform("Undo")
    #expect(outcome.error?.code == "changedSince")
    #expect(try fixture.folder.text(of: path) == edited)
    #expect(try await fixture.value("ListTags")["tags"]?.array?.count == 1)
    #expect(started["alreadyRunning"] == false)
  }

  @Test func `undo names what it keeps, and skips a call that it can't undo at all`()
    async throws
  {
    _ = try await fixture.log("Work", "08:00", "09:00")
    _ = try await fixture.log("Email", "09:00", "10:00")
    _ = try await fixture.value("UpdateRecord", ["record": "last", "comment": "mine"])
    let path = "records/2026/11/2026-11-20_080000.json"
    let edited = try fixture.folder.text(of: path).replacing("mine", with: "theirs")
    try fixture.folder.write(edited, to: path)
    _ = try await fixture.log("Work", "10:00", "11:00")
    let outcome = await fixture.perform("Undo", ["to": 1, "confirm": true])
    #expect(
      outcome.sentence
        == "Undid 'log': 'Work', 10:00 to 11:00 (00000000). 'Email', 09:00 to 10:00 (00000000) was "
        + "changed later and is left as it is. The tag 'Email' is used by other records and is kept."
    )
    #expect(try fixture.folder.text(of: path) == edited)
  }

  @Test func `undo with 'to' also reverts undos of older entries`() async throws {
    try await fixture.log("A", "08:00", "08:10")
    try await fixture.log("B", "08:10", "08:20")
    let point = try files()
    _ = try await fixture.value("Undo", ["entry": 1])
    try await fixture.log("C", "08:20", "08:30")
    let undone = try await fixture.value("Undo", ["to": 2, "confirm": true])
    #expect(undone["entries"]?.array?.map { $0["entry"]?.integer } == [4, 3])
    #expect(try await fixture.lines() == ["A 07:00-07:10", "B 07:10-07:20"])
    #expect(try files().keys.sorted() == point.keys.sorted())
    _ = try await fixture.value("Undo", ["to": 1, "confirm": true])
    #expect(try await fixture.lines() == ["A 07:00-07:10"])
    _ = try await fixture.value("Undo", ["to": 0, "confirm": true])
    #expect(try await fixture.lines().isEmpty)
    _ = try await fixture.value("Undo", ["to": 2, "confirm": true])
    #expect(try await fixture.lines() == ["A 07:00-07:10", "B 07:10-07:20"])
  }

  @Test func `undo of one call keeps fields that another program added`() async throws {
    try await fixture.log("Work", "08:00", "09:00")
    _ = try await fixture.value("UpdateRecord", ["record": "last", "comment": "mine"])
    let path = "records/2026/11/2026-11-20_070000.json"
    let mood = try fixture.folder.text(of: path)
      .replacing("\"images\"", with: "\"mood\": \"ok\", \"images\"")
    try fixture.folder.write(mood, to: path)
    _ = try await fixture.value("Undo")
    let record = try JSONValue(parsing: fixture.folder.text(of: path))
    #expect(record["mood"] == "ok" && record["comment"] == nil)
    _ = try await fixture.value("Redo")
    #expect(try JSONValue(parsing: fixture.folder.text(of: path))["comment"] == "mine")
    #expect(try JSONValue(parsing: fixture.folder.text(of: path))["mood"] == "ok")

    _ = try await fixture.value("RenameTag", ["tag": "Work", "name": "Labour"])
    let icon = try fixture.folder.text(of: "tags.json")
      .replacing("\"isArchived\"", with: "\"icon\": \"new\", \"isArchived\"")
    try fixture.folder.write(icon, to: "tags.json")
    _ = try await fixture.value("Undo")
    let tag = try JSONValue(parsing: fixture.folder.text(of: "tags.json"))["tags"]?.array?.first
    #expect(tag?["name"] == "Work" && tag?["icon"] == "new")
  }

  @Test func `undo of two calls keeps fields added by another program between them`()
    async throws
  {
    try await fixture.log("Work", "08:00", "09:00")
    _ = try await fixture.value("UpdateRecord", ["record": "last", "comment": "mine"])
    let path = "records/2026/11/2026-11-20_070000.json"
    let mood = try fixture.folder.text(of: path)
      .replacing("\"images\"", with: "\"mood\": \"ok\", \"images\"")
    try fixture.folder.write(mood, to: path)
    _ = try await fixture.value("DeleteRecord", ["record": "last"])
    _ = try await fixture.value("Undo", ["to": 1, "confirm": true])
    let record = try JSONValue(parsing: fixture.folder.text(of: path))
    #expect(record["mood"] == "ok" && record["comment"] == nil)
  }

  @Test func `a deleted record that exists again is neither listed nor restored`() async throws {
    let id = try #require(try await fixture.log("Work", "08:00", "09:00")["id"]?.string)
    let path = "records/2026/11/2026-11-20_070000.json"
    let text = try fixture.folder.text(of: path)
    _ = try await fixture.value("DeleteRecord", ["record": "last"])
    let again = text.replacing("\"images\"", with: "\"comment\": \"laptop\", \"images\"")
    try fixture.folder.write(again, to: path)
    #expect(try await fixture.value("ListDeletions")["pendingDeletions"] == [])
    let outcome = await fixture.perform("RestoreRecord", ["record": .string(id)])
    #expect(outcome.error?.code == "recordExists")
    #expect(try fixture.folder.text(of: path) == again)
  }

  @Test func `a record is restored without images that another record has taken`() async throws {
    let first = try await fixture.log("Work", "08:00", "09:00")["id"]?.string ?? ""
    let second = try await fixture.log("Work", "09:00", "10:00")["id"]?.string ?? ""
    let image: JSONObject = ["record": .string(second), "data": "R0lGODlhAQ==", "type": "gif"]
    let name = try await fixture.value("AttachImage", image)["image"]?.string ?? ""
    let both: JSONObject = ["records": [.string(first), .string(second)], "confirm": true]
    _ = try await fixture.value("JoinRecords", both)
    let outcome = await fixture.perform("RestoreRecord", ["record": .string(second)])
    #expect(
      outcome.sentence
        == "Restored 'Work', 09:00 to 10:00 (00000000). Its image '\(name)' is no longer in the trash."
    )
    let records = try await fixture.value("ListRecords")["records"]?.array ?? []
    #expect(records.map { $0["images"]?.array?.count } == [1, 0])
  }

  @Test func `undo keeps a tag that other records use`() async throws {
    _ = try await fixture.value("LogTime", ["tag": "Work", "duration": "5m"])
    _ = try await fixture.value("LogTime", ["tag": "Work", "duration": "6m"])
    let undone = try await fixture.value("Undo", ["entry": 1])
    #expect(undone["conflicts"]?.array?.count == 1)
    #expect(try await fixture.value("ListTags")["tags"]?.array?.count == 1)
    #expect(try await fixture.value("ListRecords")["records"]?.array?.count == 1)
  }

  @Test func `undo of an unknown entry fails`() async throws {
    _ = try await fixture.value("LogTime", ["duration": "5m"])
    #expect(await fixture.perform("Undo", ["entry": 7]).error?.code == "historyEntryNotFound")
    #expect(await fixture.perform("Undo", ["entry": 1, "to": 1]).error?.code == "invalidValue")
  }

  @Test func `a deleted record is listed and restored unchanged`() async throws {
    let logged = try await fixture.value("LogTime", ["tag": "Work", "duration": "5m"])
    let id = try #require(logged["record"]?["id"]?.string)
    let before = try files()
    _ = try await fixture.value("DeleteRecord", ["record": .string(id)])
    let listed = try await fixture.value("ListDeletions")["pendingDeletions"]?.array
    #expect(listed?.map { $0["id"]?.string } == [id])
    #expect(
      await fixture.perform("RestoreRecord", ["record": "zzzz"]).error?.code == "recordNotFound"
    )
    let restored = try await fixture.value("RestoreRecord", ["record": .string(id)])
    #expect(restored["record"] == logged["record"])
    #expect(try files() == before)
    #expect(try await fixture.value("ListDeletions")["pendingDeletions"]?.array == [])
    _ = try await fixture.value("Undo")
    #expect(try await fixture.value("ListDeletions")["pendingDeletions"]?.array?.count == 1)
  }

  @Test func `a dry run of undo changes nothing`() async throws {
    _ = try await fixture.value("LogTime", ["duration": "5m"])
    let before = try fixture.folder.content()
    let outcome = await fixture.dryRun("Undo")
    #expect(outcome.status == "planned" && outcome.result?.value["count"] == 1)
    #expect(try fixture.folder.content() == before)
  }

  @Test func `a call with an idempotency key runs once`() async throws {
    let call = IntentCall("LogTime", with: ["tag": "Work", "duration": "5m"], key: "k1")
    let first = await fixture.engine.perform(call, from: .file)
    #expect(first.status == "ok")
    let content = try fixture.folder.content()
    let again = await fixture.engine.perform(call, from: .rpc)
    #expect(again.json["repeated"] == true)
    #expect(again.result?.value == first.result?.value)
    #expect(again.sentence == "Already done: \(first.sentence)")
    #expect(try fixture.folder.content() == content)
    _ = try await fixture.value("Undo")
    let undone = try fixture.folder.content()
    #expect(await fixture.engine.perform(call, from: .rpc) == again)
    #expect(try fixture.folder.content() == undone)
    let other = IntentCall("LogTime", with: ["tag": "Work", "duration": "6m"], key: "k1")
    let reused = await fixture.engine.perform(other, from: .file)
    #expect(reused.error?.code == "keyReused")
    #expect(try fixture.folder.content() == undone)
  }

  @Test func `a failed call doesn't use up its idempotency key`() async throws {
    let call = IntentCall("StopTimer", with: ["tag": "Work"], key: "k")
    #expect(await fixture.engine.perform(call, from: .file).error?.code == "tagNotFound")
    _ = try await fixture.value("StartTimer", ["tag": "Work"])
    #expect(await fixture.engine.perform(call, from: .file).status == "ok")
  }

  @Test func `restoring a record also restores its deleted tag`() async throws {
    let record = try await fixture.log("Work", "08:00", "09:00")
    let id = try #require(record["id"])
    _ = try await fixture.value("Undo")
    #expect(
      try await fixture.sentence("RestoreRecord", ["record": id])
        == "Restored 'Work', 08:00 to 09:00 (00000000). Also restored the tag 'Work'."
    )
    #expect(try await fixture.value("Doctor")["problems"] == [])
  }

  @Test func `a restored timer runs again`() async throws {
    let started = try await fixture.value("StartTimer", ["tag": "Work", "at": "11:30"])
    _ = try await fixture.value("DeleteRecord", ["record": "running"])
    let id = try #require(started["record"]?["id"])
    #expect(
      try await fixture.sentence("RestoreRecord", ["record": id])
        == "Restored 'Work', running since 11:30 (00000000)."
    )
  }

  @Test func `undo of a new tag fails while tags.json is unreadable`() async throws {
    try await fixture.log("Work", "08:00", "09:00")
    try fixture.folder.write("", to: "tags.json")
    #expect(await fixture.perform("Undo").error?.code == "tagsUnusable")
    #expect(try await fixture.lines().count == 1)
  }
}
