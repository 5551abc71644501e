import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaTestSupport
import Testing

@Suite struct EditingErrorTests {
  typealias InvalidInputCase = InvalidInputTests.InvalidInputCase

  @Test(arguments: [
    InvalidInputCase("UpdateRecord", ["record": "abcd", "comment": "x"], "recordNotFound"),
    InvalidInputCase("UpdateRecord", [:], "missingValue"),
    InvalidInputCase(
      "UpdateRecord",
      ["tag": "Work", "untagged": true],
      "invalidValue",
      at: "/untagged"
    ),
    InvalidInputCase("UpdateRecord", ["start": "soon"], "invalidValue", at: "/start"),
    InvalidInputCase("UpdateRecord", ["end": "11:00"], "endBeforeStart"),
    InvalidInputCase("UpdateRecord", ["end": "12:01"], "endInFuture"),
    InvalidInputCase("UpdateRecord", ["start": "12:01", "planned": true], "startInFuture"),
    InvalidInputCase("UpdateRecord", ["tag": "Old"], "tagArchived"),
    InvalidInputCase("UpdateRecord", ["tag": "Twin"], "tagAmbiguous"),
    InvalidInputCase("SwitchTimer", ["tag": "Work", "at": "11:00"], "endBeforeStart"),
    InvalidInputCase("SwitchTimer", ["tag": "Work", "at": "13:00"], "startInFuture"),
    InvalidInputCase("SwitchTimer", ["tag": "Old"], "tagArchived"),
    InvalidInputCase("ToggleTimer", ["at": "13:00"], "endInFuture"),
    InvalidInputCase("ToggleTimer", ["tag": "Work", "at": "13:00"], "startInFuture"),
    InvalidInputCase("ToggleTimer", ["tag": " "], "invalidValue", at: "/tag"),
    InvalidInputCase("CancelTimer", ["tag": "Wrok"], "tagNotFound"),
    InvalidInputCase(
      "CancelTimer",
      ["record": "last", "tag": "Work"],
      "invalidValue",
      at: "/record"
    ),
    InvalidInputCase("CancelTimer", ["record": "abcd"], "recordNotFound"),
    InvalidInputCase("ResumeTimer", ["record": "abcd"], "recordNotFound"),
    InvalidInputCase("ResumeTimer", ["at": "13:00"], "startInFuture"),
    InvalidInputCase("SplitRecord", [:], "missingValue", at: "/at"),
    InvalidInputCase("SplitRecord", ["at": []], "invalidValue", at: "/at"),
    InvalidInputCase("SplitRecord", ["at": "11:45"], "invalidValue", at: "/at"),
    InvalidInputCase("SplitRecord", ["at": ["11:45", "11:45"]], "invalidValue", at: "/at"),
    InvalidInputCase("SplitRecord", ["at": ["11:45", "noonish"]], "invalidValue", at: "/at/1"),
    InvalidInputCase("SplitRecord", ["at": ["11:45", "11:30"]], "splitOutside"),
    InvalidInputCase("CutRange", ["start": "11:00"], "missingValue", at: "/end"),
    InvalidInputCase("CutRange", ["start": "11:00", "end": "10:00"], "endBeforeStart"),
    InvalidInputCase("CutRange", ["start": "10:00", "end": "11:00", "tag": "Nope"], "tagNotFound"),
    InvalidInputCase("JoinRecords", ["records": ["last"]], "invalidValue", at: "/records"),
    InvalidInputCase("JoinRecords", ["records": ["last", "last"]], "invalidValue", at: "/records"),
    InvalidInputCase("JoinRecords", ["records": ["last", "abcd"]], "recordNotFound"),
    InvalidInputCase("DeleteRecord", [:], "missingValue", at: "/record"),
    InvalidInputCase("DeleteRecord", ["record": "abcd"], "recordNotFound"),
    InvalidInputCase("CreateTag", ["tag": ""], "invalidValue", at: "/tag"),
    InvalidInputCase("CreateTag", ["tag": "work"], "tagExists"),
    InvalidInputCase("CreateTag", ["tag": "old"], "tagExists"),
    InvalidInputCase("CreateTag", ["tag": "Sport", "color": "red"], "invalidValue", at: "/color"),
    InvalidInputCase("RenameTag", ["tag": "Work", "name": "\n"], "invalidValue", at: "/name"),
    InvalidInputCase("RenameTag", ["tag": "Nope", "name": "x"], "tagNotFound"),
    InvalidInputCase("RenameTag", ["tag": "Work", "name": "twin"], "tagAmbiguous"),
    InvalidInputCase("ArchiveTag", ["tag": "Nope"], "tagNotFound"),
    InvalidInputCase("UnarchiveTag", [:], "missingValue", at: "/tag"),
    InvalidInputCase("DeleteTag", ["tag": "Nope"], "tagNotFound"),
    InvalidInputCase(
      "SetTagColor",
      ["tag": "Work", "color": "#12345"],
      "invalidValue",
      at: "/color"
    ),
    InvalidInputCase("SetTagColor", ["tag": "Work", "color": "#ＡＢ"], "invalidValue", at: "/color"),
    InvalidInputCase("AttachImage", [:], "missingValue"),
    InvalidInputCase("AttachImage", ["file": "none.png"], "unreadableFile"),
    InvalidInputCase("AttachImage", ["file": "tags.json"], "invalidValue", at: "/file"),
    InvalidInputCase(
      "AttachImage",
      ["file": "tags.json", "data": "AAAA"],
      "invalidValue",
      at: "/data"
    ),
    InvalidInputCase("AttachImage", ["data": "R0lGODlhAQ=="], "missingValue", at: "/type"),
    InvalidInputCase(
      "AttachImage",
      ["data": "R0lGODlhAQ==", "type": "png"],
      "invalidValue",
      at: "/type"
    ),
    InvalidInputCase(
      "AttachImage",
      ["data": "R0lGODlhAQ==", "type": "bmp"],
      "invalidValue",
      at: "/type"
    ),
    InvalidInputCase(
      "AttachImage",
      ["data": "no base64", "type": "gif"],
      "invalidValue",
      at: "/data"
    ),
    InvalidInputCase("AttachImage", ["data": "AAAA", "type": "gif"], "invalidValue", at: "/data"),
    InvalidInputCase("RemoveImage", ["record": "last", "image": 0], "imageNotFound"),
    InvalidInputCase(
      "RemoveImage",
      ["record": "last", "image": true],
      "invalidValue",
      at: "/image"
    ),
  ])
  func `invalid input is refused and changes nothing`(invalid: InvalidInputCase)
    async throws
  {
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
