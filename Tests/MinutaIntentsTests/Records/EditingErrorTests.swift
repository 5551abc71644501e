import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaTestSupport
import Testing

@Suite struct EditingErrorTests {
  typealias Case = InvalidInputTests.Case

  @Test(arguments: [
    Case("UpdateRecord", ["record": "abcd", "comment": "x"], "recordNotFound"),
    Case("UpdateRecord", [:], "missingValue"),
    Case("UpdateRecord", ["tag": "Work", "untagged": true], "invalidValue", at: "/untagged"),
    Case("UpdateRecord", ["start": "soon"], "invalidValue", at: "/start"),
    Case("UpdateRecord", ["end": "11:00"], "endBeforeStart"),
    Case("UpdateRecord", ["end": "12:01"], "endInFuture"),
    Case("UpdateRecord", ["start": "12:01", "planned": true], "startInFuture"),
    Case("UpdateRecord", ["tag": "Old"], "tagArchived"),
    Case("UpdateRecord", ["tag": "Twin"], "tagAmbiguous"),
    Case("SwitchTimer", ["tag": "Work", "at": "11:00"], "endBeforeStart"),
    Case("SwitchTimer", ["tag": "Work", "at": "13:00"], "startInFuture"),
    Case("SwitchTimer", ["tag": "Old"], "tagArchived"),
    Case("ToggleTimer", ["at": "13:00"], "endInFuture"),
    Case("ToggleTimer", ["tag": "Work", "at": "13:00"], "startInFuture"),
    Case("ToggleTimer", ["tag": " "], "invalidValue", at: "/tag"),
    Case("CancelTimer", ["tag": "Wrok"], "tagNotFound"),
    Case("CancelTimer", ["record": "last", "tag": "Work"], "invalidValue", at: "/record"),
    Case("CancelTimer", ["record": "abcd"], "recordNotFound"),
    Case("ResumeTimer", ["record": "abcd"], "recordNotFound"),
    Case("ResumeTimer", ["at": "13:00"], "startInFuture"),
    Case("SplitRecord", [:], "missingValue", at: "/at"),
    Case("SplitRecord", ["at": []], "invalidValue", at: "/at"),
    Case("SplitRecord", ["at": "11:45"], "invalidValue", at: "/at"),
    Case("SplitRecord", ["at": ["11:45", "11:45"]], "invalidValue", at: "/at"),
    Case("SplitRecord", ["at": ["11:45", "noonish"]], "invalidValue", at: "/at/1"),
    Case("SplitRecord", ["at": ["11:45", "11:30"]], "splitOutside"),
    Case("CutRange", ["start": "11:00"], "missingValue", at: "/end"),
    Case("CutRange", ["start": "11:00", "end": "10:00"], "endBeforeStart"),
    Case("CutRange", ["start": "10:00", "end": "11:00", "tag": "Nope"], "tagNotFound"),
    Case("JoinRecords", ["records": ["last"]], "invalidValue", at: "/records"),
    Case("JoinRecords", ["records": ["last", "last"]], "invalidValue", at: "/records"),
    Case("JoinRecords", ["records": ["last", "abcd"]], "recordNotFound"),
    Case("DeleteRecord", [:], "missingValue", at: "/record"),
    Case("DeleteRecord", ["record": "abcd"], "recordNotFound"),
    Case("CreateTag", ["tag": ""], "invalidValue", at: "/tag"),
    Case("CreateTag", ["tag": "work"], "tagExists"),
    Case("CreateTag", ["tag": "old"], "tagExists"),
    Case("CreateTag", ["tag": "Sport", "color": "red"], "invalidValue", at: "/color"),
    Case("RenameTag", ["tag": "Work", "name": "\n"], "invalidValue", at: "/name"),
    Case("RenameTag", ["tag": "Nope", "name": "x"], "tagNotFound"),
    Case("RenameTag", ["tag": "Work", "name": "twin"], "tagAmbiguous"),
    Case("ArchiveTag", ["tag": "Nope"], "tagNotFound"),
    Case("UnarchiveTag", [:], "missingValue", at: "/tag"),
    Case("DeleteTag", ["tag": "Nope"], "tagNotFound"),
    Case("SetTagColor", ["tag": "Work", "color": "#12345"], "invalidValue", at: "/color"),
    Case("SetTagColor", ["tag": "Work", "color": "#ＡＢ"], "invalidValue", at: "/color"),
    Case("AttachImage", [:], "missingValue"),
    Case("AttachImage", ["file": "none.png"], "unreadableFile"),
    Case("AttachImage", ["file": "tags.json"], "invalidValue", at: "/file"),
    Case("AttachImage", ["file": "tags.json", "data": "AAAA"], "invalidValue", at: "/data"),
    Case("AttachImage", ["data": "R0lGODlhAQ=="], "missingValue", at: "/type"),
    Case("AttachImage", ["data": "R0lGODlhAQ==", "type": "png"], "invalidValue", at: "/type"),
    Case("AttachImage", ["data": "R0lGODlhAQ==", "type": "bmp"], "invalidValue", at: "/type"),
    Case("AttachImage", ["data": "no base64", "type": "gif"], "invalidValue", at: "/data"),
    Case("AttachImage", ["data": "AAAA", "type": "gif"], "invalidValue", at: "/data"),
    Case("RemoveImage", ["record": "last", "image": 0], "imageNotFound"),
    Case("RemoveImage", ["record": "last", "image": true], "invalidValue", at: "/image"),
  ])
  func `invalid input is refused and changes nothing`(invalid: Case) async throws {
    let fixture = try await IntentFixture.workingDay()
    let before = fixture.changes()
    let outcome = await fixture.perform(invalid.intent, invalid.values)
    #expect(outcome.error?.code == invalid.code)
    if let path = invalid.path { #expect(outcome.error?.data["path"]?.string == path) }
    let badInput = ["invalidValue", "missingValue", "unreadableFile"]
    let isBadInput = [.badInput, .missingInput].contains(outcome.error?.kind)
    #expect(isBadInput == badInput.contains(invalid.code))
    let definition = await fixture.engine.definitions().first { $0.id == invalid.intent }
    let declared = (definition?.errors ?? []) + ["invalidValue", "missingValue"]
    #expect(declared.contains(invalid.code))
    let after = fixture.changes()
    #expect(after.records == before.records)
    #expect(after.tags == before.tags)
    #expect(after.deletedTags == before.deletedTags && after.images == before.images)
  }

  @Test(
    arguments: [
      ("UpdateRecord", ["tag": "Work", "untagged": true], CallSource.file),
      ("UpdateRecord", [:], .file), ("CancelTimer", ["tag": "x", "record": "last"], .file),
      ("SplitRecord", ["at": ["noonish"]], .file), ("AttachImage", [:], .file),
      ("AttachImage", ["data": "AAAA", "type": "gif"], .file),
      ("AttachImage", ["file": "image.png"], .mcp),
      ("SetTagColor", ["tag": "Work", "color": "red"], .key),
    ] as [(String, JSONObject, CallSource)]
  )
  func `arguments are validated before a batch begins`(
    intent: String,
    values: JSONObject,
    source: CallSource
  ) async throws {
    let fixture = try IntentFixture(storage: .memory)
    #expect(
      await fixture.engine.problem(with: IntentCall(intent, with: values), from: source) != nil
    )
  }

  @Test func `records with different tags, or listed twice, are not joined`() async throws {
    let fixture = try await IntentFixture.workingDay()
    let ids = try await fixture.ids()
    let different = await fixture.perform("JoinRecords", ["records": .array(ids)])
    #expect(different.error?.code == "tagsDiffer")
    let twice = await fixture.perform("JoinRecords", ["records": [ids[2], "running"]])
    #expect(twice.error?.code == "invalidValue")
    #expect(twice.error?.data["path"] == "/records")
  }

  @Test func `cancel refuses a stopped record and an ambiguous choice`() async throws {
    let fixture = try await IntentFixture.workingDay()
    let id = try #require(try await fixture.ids().first?.string)
    let stopped = await fixture.perform("CancelTimer", ["record": .string(id)])
    #expect(stopped.error?.code == "recordNotRunning")
    try await fixture.value("StartTimer", ["tag": "Work"])
    let ambiguous = await fixture.perform("CancelTimer")
    #expect(ambiguous.error?.code == "recordAmbiguous")
  }
}
