import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaTestSupport
import Testing

@Suite struct EditingErrorTests {
  typealias InvalidInputCase = InvalidInputTests.InvalidInputCase

  private static let times = "a time such as 09:30, -15m or 2026-11-20T09:30:00+01:00"
  private static let unknown = "There is no record 'abcd'."

  @Test(arguments: [
    InvalidInputCase(
      "UpdateRecord",
      ["record": "abcd", "comment": "x"],
      "recordNotFound",
      unknown
    ),
    InvalidInputCase(
      "UpdateRecord",
      [:],
      "missingValue",
      "Say what to change: 'tag', 'untagged', 'comment', 'start' or 'end'."
    ),
    InvalidInputCase(
      "UpdateRecord",
      ["tag": "Work", "untagged": true],
      "invalidValue",
      "'untagged' cannot stand beside 'tag'."
    ),
    InvalidInputCase(
      "UpdateRecord",
      ["start": "soon"],
      "invalidValue",
      "'start' must be \(times), not 'soon'."
    ),
    InvalidInputCase(
      "UpdateRecord",
      ["end": "11:00"],
      "endBeforeStart",
      "The end (11:00) lies before the start (11:30)."
    ),
    InvalidInputCase(
      "UpdateRecord",
      ["end": "12:01"],
      "endInFuture",
      "The end lies in the future (12:01)."
    ),
    InvalidInputCase(
      "UpdateRecord",
      ["start": "12:01", "planned": true],
      "startInFuture",
      "A timer cannot start in the future (12:01)."
    ),
    InvalidInputCase(
      "UpdateRecord",
      ["tag": "Old"],
      "tagArchived",
      "The tag 'Old' is archived; unarchive it first."
    ),
    InvalidInputCase(
      "UpdateRecord",
      ["tag": "Twin"],
      "tagAmbiguous",
      "2 tags are called 'Twin'; name one by its id."
    ),
    InvalidInputCase(
      "SwitchTimer",
      ["tag": "Work", "at": "11:00"],
      "endBeforeStart",
      "The end (11:00) lies before the start (11:30)."
    ),
    InvalidInputCase(
      "SwitchTimer",
      ["tag": "Work", "at": "13:00"],
      "startInFuture",
      "A timer cannot start in the future (13:00)."
    ),
    InvalidInputCase(
      "SwitchTimer",
      ["tag": "Old"],
      "tagArchived",
      "The tag 'Old' is archived; unarchive it first."
    ),
    InvalidInputCase(
      "ToggleTimer",
      ["at": "13:00"],
      "endInFuture",
      "The end lies in the future (13:00)."
    ),
    InvalidInputCase(
      "ToggleTimer",
      ["tag": "Work", "at": "13:00"],
      "startInFuture",
      "A timer cannot start in the future (13:00)."
    ),
    InvalidInputCase("ToggleTimer", ["tag": " "], "invalidValue", "'tag' must be a name, not ' '."),
    InvalidInputCase(
      "CancelTimer",
      ["tag": "Wrok"],
      "tagNotFound",
      "There is no tag 'Wrok' (did you mean 'Work'?)."
    ),
    InvalidInputCase(
      "CancelTimer",
      ["record": "last", "tag": "Work"],
      "invalidValue",
      "'record' cannot stand beside 'tag'."
    ),
    InvalidInputCase("CancelTimer", ["record": "abcd"], "recordNotFound", unknown),
    InvalidInputCase("ResumeTimer", ["record": "abcd"], "recordNotFound", unknown),
    InvalidInputCase(
      "ResumeTimer",
      ["at": "13:00"],
      "startInFuture",
      "A timer cannot start in the future (13:00)."
    ),
    InvalidInputCase("SplitRecord", [:], "missingValue", "The parameter 'at' is missing."),
    InvalidInputCase(
      "SplitRecord",
      ["at": []],
      "invalidValue",
      "'at' must have between 1 and 1000 in length, not 0."
    ),
    InvalidInputCase(
      "SplitRecord",
      ["at": "11:45"],
      "invalidValue",
      "'at' must be a list, not '11:45'."
    ),
    InvalidInputCase(
      "SplitRecord",
      ["at": ["11:45", "11:45"]],
      "invalidValue",
      "'at' holds '11:45' twice."
    ),
    InvalidInputCase(
      "SplitRecord",
      ["at": ["11:45", "noon"]],
      "invalidValue",
      "'at/1' must be \(times), not 'noon'."
    ),
    InvalidInputCase(
      "SplitRecord",
      ["at": ["11:45", "11:30"]],
      "splitOutside",
      "A record from 11:30 to 12:00 cannot be split at 11:30."
    ),
    InvalidInputCase(
      "CutRange",
      ["start": "11:00"],
      "missingValue",
      "The parameter 'end' is missing."
    ),
    InvalidInputCase(
      "CutRange",
      ["start": "11:00", "end": "10:00"],
      "endBeforeStart",
      "The end (10:00) lies before the start (11:00)."
    ),
    InvalidInputCase(
      "CutRange",
      ["start": "10:00", "end": "11:00", "tag": "Nope"],
      "tagNotFound",
      "There is no tag 'Nope'."
    ),
    InvalidInputCase(
      "JoinRecords",
      ["records": ["last"]],
      "invalidValue",
      "'records' must have between 2 and 1000 in length, not 1."
    ),
    InvalidInputCase(
      "JoinRecords",
      ["records": ["last", "last"]],
      "invalidValue",
      "'records' holds 'last' twice."
    ),
    InvalidInputCase("JoinRecords", ["records": ["last", "abcd"]], "recordNotFound", unknown),
    InvalidInputCase("DeleteRecord", [:], "missingValue", "The parameter 'record' is missing."),
    InvalidInputCase("DeleteRecord", ["record": "abcd"], "recordNotFound", unknown),
    InvalidInputCase("CreateTag", ["tag": ""], "invalidValue", "'tag' must be a name, not ''."),
    InvalidInputCase("CreateTag", ["tag": "work"], "tagExists", "There is a tag 'Work' already."),
    InvalidInputCase(
      "CreateTag",
      ["tag": "old"],
      "tagExists",
      "There is a tag 'Old' already; it is archived."
    ),
    InvalidInputCase(
      "CreateTag",
      ["tag": "Sport", "color": "red"],
      "invalidValue",
      "'color' must be a colour such as #8C5EA2, not 'red'."
    ),
    InvalidInputCase(
      "RenameTag",
      ["tag": "Work", "name": "\n"],
      "invalidValue",
      "'name' must be a name, not '\n'."
    ),
    InvalidInputCase(
      "RenameTag",
      ["tag": "Nope", "name": "x"],
      "tagNotFound",
      "There is no tag 'Nope'."
    ),
    InvalidInputCase(
      "RenameTag",
      ["tag": "Work", "name": "twin"],
      "tagAmbiguous",
      "2 tags are called 'twin'; name one by its id."
    ),
    InvalidInputCase("ArchiveTag", ["tag": "Nope"], "tagNotFound", "There is no tag 'Nope'."),
    InvalidInputCase("UnarchiveTag", [:], "missingValue", "The parameter 'tag' is missing."),
    InvalidInputCase("DeleteTag", ["tag": "Nope"], "tagNotFound", "There is no tag 'Nope'."),
    InvalidInputCase(
      "SetTagColor",
      ["tag": "Work", "color": "#12345"],
      "invalidValue",
      "'color' must be a colour such as #8C5EA2, not '#12345'."
    ),
    InvalidInputCase(
      "SetTagColor",
      ["tag": "Work", "color": "#ＡＢ"],
      "invalidValue",
      "'color' must be a colour such as #8C5EA2, not '#ＡＢ'."
    ),
    InvalidInputCase(
      "AttachImage",
      [:],
      "missingValue",
      "The image is missing; give 'data' with 'type', or 'file' where a file may be named."
    ),
    InvalidInputCase(
      "AttachImage",
      ["file": "none.png"],
      "unreadableFile",
      "Cannot read 'none.png': No such file or directory."
    ),
    InvalidInputCase(
      "AttachImage",
      ["file": "tags.json"],
      "invalidValue",
      "'file' must be an image (png, jpeg, heic, gif, webp), not 'tags.json'."
    ),
    InvalidInputCase(
      "AttachImage",
      ["file": "tags.json", "data": "AAAA"],
      "invalidValue",
      "'data' cannot stand beside 'file'."
    ),
    InvalidInputCase(
      "AttachImage",
      ["data": "R0lGODlhAQ=="],
      "missingValue",
      "The parameter 'type' is missing."
    ),
    InvalidInputCase(
      "AttachImage",
      ["data": "R0lGODlhAQ==", "type": "png"],
      "invalidValue",
      "'type' must be what the image is (gif), not 'png'."
    ),
    InvalidInputCase(
      "AttachImage",
      ["data": "R0lGODlhAQ==", "type": "bmp"],
      "invalidValue",
      "'type' must be 'png', 'jpeg', 'heic', 'gif' or 'webp', not 'bmp'."
    ),
    InvalidInputCase(
      "AttachImage",
      ["data": "no base64", "type": "gif"],
      "invalidValue",
      "'data' must be base64, not 'no base64'."
    ),
    InvalidInputCase(
      "AttachImage",
      ["data": "AAAA", "type": "gif"],
      "invalidValue",
      "'data' must be an image (png, jpeg, heic, gif, webp), not 'AAAA'."
    ),
    InvalidInputCase(
      "RemoveImage",
      ["record": "last", "image": 0],
      "imageNotFound",
      "The record has no image '0'."
    ),
    InvalidInputCase(
      "RemoveImage",
      ["record": "last", "image": true],
      "invalidValue",
      "'image' must be a text or a whole number, not 'true'."
    ),
  ])
  func `bad input gets one clear sentence and changes nothing`(mistake: InvalidInputCase)
    async throws
  {
    let fixture = try await IntentFixture.workingDay()
    let before = fixture.changes()
    let outcome = await fixture.perform(mistake.intent, mistake.values)
    #expect(outcome.error?.code == mistake.code)
    #expect(outcome.error?.message == mistake.message)
    let badInput = ["invalidValue", "missingValue", "unreadableFile"]
    #expect((outcome.error?.kind == .badInput) == badInput.contains(mistake.code))
    let definition = await fixture.engine.definitions().first { $0.id == mistake.intent }
    let declared = (definition?.errors ?? []) + ["invalidValue", "missingValue"]
    #expect(declared.contains(mistake.code))
    let after = fixture.changes()
    #expect(after.records == before.records)
    #expect(after.tags == before.tags)
    #expect(after.deletedTags == before.deletedTags && after.images == before.images)
  }

  @Test(
    arguments: [
      ("UpdateRecord", ["tag": "Work", "untagged": true], CallSource.file),
      ("UpdateRecord", [:], .file), ("CancelTimer", ["tag": "x", "record": "last"], .file),
      ("SplitRecord", ["at": ["noon"]], .file), ("AttachImage", [:], .file),
      ("AttachImage", ["data": "AAAA", "type": "gif"], .file),
      ("AttachImage", ["file": "image.png"], .mcp),
      ("SetTagColor", ["tag": "Work", "color": "red"], .key),
    ] as [(String, JSONObject, CallSource)]
  )
  func `what can be seen without a store is seen before a batch begins`(
    intent: String,
    values: JSONObject,
    source: CallSource
  ) async throws {
    let fixture = try IntentFixture(storage: .memory)
    #expect(
      await fixture.engine.problem(with: IntentCall(intent, with: values), from: source) != nil
    )
  }

  @Test func `records of two tags, or named twice, are not joined`() async throws {
    let fixture = try await IntentFixture.workingDay()
    let ids = try await fixture.ids()
    let different = await fixture.perform("JoinRecords", ["records": .array(ids)])
    #expect(
      different.sentence == "The records have different tags ('Work', 'Email' and 'Reading'); "
        + "say with 'tag' which one counts."
    )
    let twice = await fixture.perform("JoinRecords", ["records": [ids[2], "running"]])
    #expect(twice.sentence == "'records' holds '\(ids[2].string ?? "")' twice.")
  }

  @Test func `only a running timer can be cancelled, and which one must be clear`() async throws {
    let fixture = try await IntentFixture.workingDay()
    let id = try #require(try await fixture.ids().first?.string)
    let stopped = await fixture.perform("CancelTimer", ["record": .string(id)])
    #expect(
      stopped.sentence
        == "The record '\(id)' is stopped already; only a running timer can be cancelled."
    )
    try await fixture.value("StartTimer", ["tag": "Work"])
    let ambiguous = await fixture.perform("CancelTimer")
    #expect(ambiguous.sentence == "2 records match 'running'; name one by its id.")
  }
}
