import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaTestSupport
import Testing

@Suite struct EditingMistakeTests {
  typealias Mistake = BadInputTests.Mistake

  private static let times = "a time such as 09:30, -15m or 2026-11-20T09:30:00+01:00"
  private static let unknown = "There is no record 'abcd'."

  @Test(arguments: [
    Mistake("UpdateRecord", ["record": "abcd", "comment": "x"], "recordNotFound", unknown),
    Mistake(
      "UpdateRecord",
      [:],
      "missingValue",
      "Say what to change: 'tag', 'untagged', 'comment', 'start' or 'end'."
    ),
    Mistake(
      "UpdateRecord",
      ["tag": "Work", "untagged": true],
      "invalidValue",
      "'untagged' cannot stand beside 'tag'."
    ),
    Mistake(
      "UpdateRecord",
      ["start": "soon"],
      "invalidValue",
      "'start' must be \(times), not 'soon'."
    ),
    Mistake(
      "UpdateRecord",
      ["end": "11:00"],
      "endBeforeStart",
      "The end (11:00) lies before the start (11:30)."
    ),
    Mistake(
      "UpdateRecord",
      ["end": "12:01"],
      "endInFuture",
      "The end lies in the future (12:01)."
    ),
    Mistake(
      "UpdateRecord",
      ["start": "12:01", "planned": true],
      "startInFuture",
      "A timer cannot start in the future (12:01)."
    ),
    Mistake(
      "UpdateRecord",
      ["tag": "Old"],
      "tagArchived",
      "The tag 'Old' is archived; unarchive it first."
    ),
    Mistake(
      "UpdateRecord",
      ["tag": "Twin"],
      "tagAmbiguous",
      "2 tags are called 'Twin'; name one by its id."
    ),
    Mistake(
      "SwitchTimer",
      ["tag": "Work", "at": "11:00"],
      "endBeforeStart",
      "The end (11:00) lies before the start (11:30)."
    ),
    Mistake(
      "SwitchTimer",
      ["tag": "Work", "at": "13:00"],
      "startInFuture",
      "A timer cannot start in the future (13:00)."
    ),
    Mistake(
      "SwitchTimer",
      ["tag": "Old"],
      "tagArchived",
      "The tag 'Old' is archived; unarchive it first."
    ),
    Mistake("ToggleTimer", ["at": "13:00"], "endInFuture", "The end lies in the future (13:00)."),
    Mistake(
      "ToggleTimer",
      ["tag": "Work", "at": "13:00"],
      "startInFuture",
      "A timer cannot start in the future (13:00)."
    ),
    Mistake("ToggleTimer", ["tag": " "], "invalidValue", "'tag' must be a name, not ' '."),
    Mistake(
      "CancelTimer",
      ["tag": "Wrok"],
      "tagNotFound",
      "There is no tag 'Wrok' (did you mean 'Work'?)."
    ),
    Mistake(
      "CancelTimer",
      ["record": "last", "tag": "Work"],
      "invalidValue",
      "'record' cannot stand beside 'tag'."
    ),
    Mistake("CancelTimer", ["record": "abcd"], "recordNotFound", unknown),
    Mistake("ResumeTimer", ["record": "abcd"], "recordNotFound", unknown),
    Mistake(
      "ResumeTimer",
      ["at": "13:00"],
      "startInFuture",
      "A timer cannot start in the future (13:00)."
    ),
    Mistake("SplitRecord", [:], "missingValue", "The parameter 'at' is missing."),
    Mistake(
      "SplitRecord",
      ["at": []],
      "invalidValue",
      "'at' must have between 1 and 1000 in length, not 0."
    ),
    Mistake("SplitRecord", ["at": "11:45"], "invalidValue", "'at' must be a list, not '11:45'."),
    Mistake(
      "SplitRecord",
      ["at": ["11:45", "11:45"]],
      "invalidValue",
      "'at' holds '11:45' twice."
    ),
    Mistake(
      "SplitRecord",
      ["at": ["11:45", "noon"]],
      "invalidValue",
      "'at/1' must be \(times), not 'noon'."
    ),
    Mistake(
      "SplitRecord",
      ["at": ["11:45", "11:30"]],
      "splitOutside",
      "A record from 11:30 to 12:00 cannot be split at 11:30."
    ),
    Mistake(
      "CutRange",
      ["start": "11:00"],
      "missingValue",
      "The parameter 'end' is missing."
    ),
    Mistake(
      "CutRange",
      ["start": "11:00", "end": "10:00"],
      "endBeforeStart",
      "The end (10:00) lies before the start (11:00)."
    ),
    Mistake(
      "CutRange",
      ["start": "10:00", "end": "11:00", "tag": "Nope"],
      "tagNotFound",
      "There is no tag 'Nope'."
    ),
    Mistake(
      "JoinRecords",
      ["records": ["last"]],
      "invalidValue",
      "'records' must have between 2 and 1000 in length, not 1."
    ),
    Mistake(
      "JoinRecords",
      ["records": ["last", "last"]],
      "invalidValue",
      "'records' holds 'last' twice."
    ),
    Mistake("JoinRecords", ["records": ["last", "abcd"]], "recordNotFound", unknown),
    Mistake("DeleteRecord", [:], "missingValue", "The parameter 'record' is missing."),
    Mistake("DeleteRecord", ["record": "abcd"], "recordNotFound", unknown),
    Mistake("CreateTag", ["tag": ""], "invalidValue", "'tag' must be a name, not ''."),
    Mistake("CreateTag", ["tag": "work"], "tagExists", "There is a tag 'Work' already."),
    Mistake(
      "CreateTag",
      ["tag": "old"],
      "tagExists",
      "There is a tag 'Old' already; it is archived."
    ),
    Mistake(
      "CreateTag",
      ["tag": "Sport", "color": "red"],
      "invalidValue",
      "'color' must be a colour such as #8C5EA2, not 'red'."
    ),
    Mistake(
      "RenameTag",
      ["tag": "Work", "name": "\n"],
      "invalidValue",
      "'name' must be a name, not '\n'."
    ),
    Mistake("RenameTag", ["tag": "Nope", "name": "x"], "tagNotFound", "There is no tag 'Nope'."),
    Mistake(
      "RenameTag",
      ["tag": "Work", "name": "twin"],
      "tagAmbiguous",
      "2 tags are called 'twin'; name one by its id."
    ),
    Mistake("ArchiveTag", ["tag": "Nope"], "tagNotFound", "There is no tag 'Nope'."),
    Mistake("UnarchiveTag", [:], "missingValue", "The parameter 'tag' is missing."),
    Mistake("DeleteTag", ["tag": "Nope"], "tagNotFound", "There is no tag 'Nope'."),
    Mistake(
      "SetTagColor",
      ["tag": "Work", "color": "#12345"],
      "invalidValue",
      "'color' must be a colour such as #8C5EA2, not '#12345'."
    ),
    Mistake(
      "SetTagColor",
      ["tag": "Work", "color": "#ＡＢ"],
      "invalidValue",
      "'color' must be a colour such as #8C5EA2, not '#ＡＢ'."
    ),
    Mistake(
      "AttachImage",
      [:],
      "missingValue",
      "The image is missing; give 'data' with 'type', or 'file' where a file may be named."
    ),
    Mistake(
      "AttachImage",
      ["file": "none.png"],
      "unreadableFile",
      "Cannot read 'none.png': No such file or directory."
    ),
    Mistake(
      "AttachImage",
      ["file": "tags.json"],
      "invalidValue",
      "'file' must be an image (png, jpeg, heic, gif, webp), not 'tags.json'."
    ),
    Mistake(
      "AttachImage",
      ["file": "tags.json", "data": "AAAA"],
      "invalidValue",
      "'data' cannot stand beside 'file'."
    ),
    Mistake(
      "AttachImage",
      ["data": "R0lGODlhAQ=="],
      "missingValue",
      "The parameter 'type' is missing."
    ),
    Mistake(
      "AttachImage",
      ["data": "R0lGODlhAQ==", "type": "png"],
      "invalidValue",
      "'type' must be what the image is (gif), not 'png'."
    ),
    Mistake(
      "AttachImage",
      ["data": "R0lGODlhAQ==", "type": "bmp"],
      "invalidValue",
      "'type' must be 'png', 'jpeg', 'heic', 'gif' or 'webp', not 'bmp'."
    ),
    Mistake(
      "AttachImage",
      ["data": "no base64", "type": "gif"],
      "invalidValue",
      "'data' must be base64, not 'no base64'."
    ),
    Mistake(
      "AttachImage",
      ["data": "AAAA", "type": "gif"],
      "invalidValue",
      "'data' must be an image (png, jpeg, heic, gif, webp), not 'AAAA'."
    ),
    Mistake(
      "RemoveImage",
      ["record": "last", "image": 0],
      "imageNotFound",
      "The record has no image '0'."
    ),
    Mistake(
      "RemoveImage",
      ["record": "last", "image": true],
      "invalidValue",
      "'image' must be a text or a whole number, not 'true'."
    ),
  ])
  func `bad input gets one clear sentence and changes nothing`(mistake: Mistake) async throws {
    let bench = try await IntentBench.workingDay()
    let before = bench.changes()
    let outcome = await bench.perform(mistake.intent, mistake.values)
    #expect(outcome.error?.code == mistake.code)
    #expect(outcome.error?.message == mistake.message)
    let badInput = ["invalidValue", "missingValue", "unreadableFile"]
    #expect((outcome.error?.kind == .badInput) == badInput.contains(mistake.code))
    let definition = await bench.engine.definitions().first { $0.id == mistake.intent }
    let declared = (definition?.errors ?? []) + ["invalidValue", "missingValue"]
    #expect(declared.contains(mistake.code))
    let after = bench.changes()
    #expect(after.records == before.records)
    #expect(after.tags == before.tags)
    #expect(after.deletedTags == before.deletedTags && after.images == before.images)
  }

  @Test(
    arguments: [
      ("UpdateRecord", ["tag": "Work", "untagged": true], Door.file),
      ("UpdateRecord", [:], .file), ("CancelTimer", ["tag": "x", "record": "last"], .file),
      ("SplitRecord", ["at": ["noon"]], .file), ("AttachImage", [:], .file),
      ("AttachImage", ["data": "AAAA", "type": "gif"], .file),
      ("AttachImage", ["file": "image.png"], .mcp),
      ("SetTagColor", ["tag": "Work", "color": "red"], .key),
    ] as [(String, JSONObject, Door)]
  )
  func `what can be seen without a store is seen before a batch begins`(
    intent: String,
    values: JSONObject,
    door: Door
  ) async throws {
    let bench = try IntentBench(keeping: .memory)
    #expect(await bench.engine.problem(with: Call(intent, with: values), from: door) != nil)
  }

  @Test func `records of two tags, or named twice, are not joined`() async throws {
    let bench = try await IntentBench.workingDay()
    let ids = try await bench.ids()
    let different = await bench.perform("JoinRecords", ["records": .array(ids)])
    #expect(
      different.sentence == "The records have different tags ('Work', 'Email' and 'Reading'); "
        + "say with 'tag' which one counts."
    )
    let twice = await bench.perform("JoinRecords", ["records": [ids[2], "running"]])
    #expect(twice.sentence == "'records' holds '\(ids[2].string ?? "")' twice.")
  }

  @Test func `only a running timer can be cancelled, and which one must be clear`() async throws {
    let bench = try await IntentBench.workingDay()
    let id = try #require(try await bench.ids().first?.string)
    let stopped = await bench.perform("CancelTimer", ["record": .string(id)])
    #expect(
      stopped.sentence
        == "The record '\(id)' is stopped already; only a running timer can be cancelled."
    )
    try await bench.value("StartTimer", ["tag": "Work"])
    let ambiguous = await bench.perform("CancelTimer")
    #expect(ambiguous.sentence == "2 records match 'running'; name one by its id.")
  }
}
