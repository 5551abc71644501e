import IntentKit
import JSONText
import MinutaTestSupport
import Testing

@testable import MinutaIntents

@Suite struct EditingIntentsTests {
  struct EditingIntentCase: Sendable, CustomTestStringConvertible {
    let intent: String
    let values: JSONObject
    let sentence: String
    let lines: [String]

    var testDescription: String { "\(intent) \(JSONValue.object(values).text())" }

    /// Creates a case for a call.
    ///
    /// - Parameter lines: the expected records after the call; by default, those before the call.
    init(_ intent: String, _ values: JSONObject, _ sentence: String, _ lines: [String] = day) {
      self.intent = intent
      self.values = values
      self.sentence = sentence
      self.lines = lines
    }
  }

  private static let day = ["Work 09:00-10:30", "Email 10:30-11:00", "Reading 11:30-"]

  @Test(arguments: [
    EditingIntentCase(
      "UpdateRecord",
      ["comment": "Plan"],
      "Updated 'Reading', running since 11:30 (00000000).",
      ["Work 09:00-10:30", "Email 10:30-11:00", "Reading 11:30- Plan"]
    ),
    EditingIntentCase(
      "UpdateRecord",
      ["record": "running", "end": "-15m", "start": "11:15", "tag": "work"],
      "Updated 'Work', 11:15 to 11:45 (00000000).",
      ["Work 09:00-10:30", "Email 10:30-11:00", "Work 11:15-11:45"]
    ),
    EditingIntentCase(
      "UpdateRecord",
      ["untagged": true],
      "Updated untagged time, running since 11:30 (00000000).",
      ["Work 09:00-10:30", "Email 10:30-11:00", "- 11:30-"]
    ),
    EditingIntentCase(
      "UpdateRecord",
      ["comment": " "],
      "Nothing to change: 'Reading', running since 11:30 (00000000)."
    ),
    EditingIntentCase(
      "SwitchTimer",
      ["tag": "Work", "at": "11:45"],
      "Stopped 'Reading' after 15m (00000000); started 'Work' at 11:45 (00000000).",
      ["Work 09:00-10:30", "Email 10:30-11:00", "Reading 11:30-11:45", "Work 11:45-"]
    ),
    EditingIntentCase(
      "SwitchTimer",
      ["tag": "R&D; rm -rf ~"],
      "Stopped 'Reading' after 30m (00000000); "
        + "started 'R&D; rm -rf ~' (new tag) at 12:00 (00000000).",
      ["Work 09:00-10:30", "Email 10:30-11:00", "Reading 11:30-12:00", "R&D; rm -rf ~ 12:00-"]
    ),
    EditingIntentCase(
      "SwitchTimer",
      ["tag": "reading"],
      "'Reading' keeps running, since 11:30 (00000000)."
    ),
    EditingIntentCase(
      "ToggleTimer",
      [:],
      "Stopped 'Reading' after 30m (00000000).",
      ["Work 09:00-10:30", "Email 10:30-11:00", "Reading 11:30-12:00"]
    ),
    EditingIntentCase(
      "ToggleTimer",
      ["tag": "Work", "comment": "Plan"],
      "Started 'Work' at 12:00 (00000000), \"Plan\". 'Reading' is still running. "
        + "To stop running timers first, use 'minuta switch', or "
        + "'minuta config set oneTimer true'.",
      ["Work 09:00-10:30", "Email 10:30-11:00", "Reading 11:30-", "Work 12:00- Plan"]
    ),
    EditingIntentCase(
      "CancelTimer",
      [:],
      "Cancelled 'Reading', running since 11:30 (00000000).",
      ["Work 09:00-10:30", "Email 10:30-11:00"]
    ),
    EditingIntentCase("CancelTimer", ["tag": "Work"], "No timer with this tag is running."),
    EditingIntentCase(
      "ResumeTimer",
      [:],
      "A timer for 'Reading' is already running, since 11:30 (00000000)."
    ),
    EditingIntentCase(
      "SplitRecord",
      ["at": ["11:40", "-10m"]],
      "Split 'Reading' into 3 records: one from 11:30 to 11:40 (00000000), one from 11:40 to 11:50 "
        + "(00000000) and one running since 11:50 (00000000).",
      [
        "Work 09:00-10:30", "Email 10:30-11:00", "Reading 11:30-11:40", "Reading 11:40-11:50",
        "Reading 11:50-",
      ]
    ),
    EditingIntentCase(
      "CutRange",
      ["start": "09:30", "end": "10:00"],
      "Cut 09:30 to 10:00 out of 'Work' (00000000), 30m: 1 split.",
      ["Work 09:00-09:30", "Work 10:00-10:30", "Email 10:30-11:00", "Reading 11:30-"]
    ),
    EditingIntentCase(
      "CutRange",
      ["start": "10:00", "end": "11:45", "confirm": true],
      "Cut 10:00 to 11:45 out of 3 records, 1h 15m in total: 2 shortened and 1 deleted.",
      ["Work 09:00-10:00", "Reading 11:45-"]
    ),
    EditingIntentCase(
      "CutRange",
      ["start": "10:00", "end": "11:45", "tag": "Email"],
      "Cut 10:00 to 11:45 out of 'Email' (00000000), 30m: 1 deleted.",
      ["Work 09:00-10:30", "Reading 11:30-"]
    ),
    EditingIntentCase(
      "CutRange",
      ["start": "07:00", "end": "09:00"],
      "Nothing to cut from 07:00 to 09:00."
    ),
    EditingIntentCase(
      "DeleteRecord",
      ["record": "last"],
      "Deleted 'Reading', running since 11:30 (00000000).",
      ["Work 09:00-10:30", "Email 10:30-11:00"]
    ),
    EditingIntentCase("CreateTag", ["tag": " Sport "], "Created the tag 'Sport'."),
    EditingIntentCase(
      "RenameTag",
      ["tag": "work", "name": "Job"],
      "Renamed 'Work' to 'Job'.",
      ["Job 09:00-10:30", "Email 10:30-11:00", "Reading 11:30-"]
    ),
    EditingIntentCase(
      "RenameTag",
      ["tag": "work", "name": "Work"],
      "The tag is already named 'Work'."
    ),
    EditingIntentCase(
      "RenameTag",
      ["tag": "work", "name": "email", "confirm": true],
      "Merged 'Work' into the existing tag 'Email'; 1 record moved.",
      ["Email 09:00-10:30", "Email 10:30-11:00", "Reading 11:30-"]
    ),
    EditingIntentCase("ArchiveTag", ["tag": "Work"], "Archived the tag 'Work'."),
    EditingIntentCase("ArchiveTag", ["tag": "Old"], "The tag 'Old' is already archived."),
    EditingIntentCase("UnarchiveTag", ["tag": "Old"], "Unarchived the tag 'Old'."),
    EditingIntentCase("UnarchiveTag", ["tag": "Work"], "The tag 'Work' is not archived."),
    EditingIntentCase(
      "DeleteTag",
      ["tag": "Work"],
      "Deleted the tag 'Work'; 1 record is now untagged.",
      ["- 09:00-10:30", "Email 10:30-11:00", "Reading 11:30-"]
    ),
    EditingIntentCase("DeleteTag", ["tag": "Old"], "Deleted the tag 'Old', which no record had."),
    EditingIntentCase(
      "SetTagColor",
      ["tag": "Work", "color": "#ff0080"],
      "Set the colour of the tag 'Work' to #FF0080."
    ),
    EditingIntentCase(
      "SetTagColor",
      ["tag": "Work"],
      "Reset the colour of the tag 'Work' to #9660AF."
    ),
    EditingIntentCase(
      "SetTagColor",
      ["tag": "Work", "color": "ff0080"],
      "Set the colour of the tag 'Work' to #FF0080."
    ),
  ])
  func `an edit has the described effect, and its dry run has none`(edit: EditingIntentCase)
    async throws
  {
    let fixture = try await IntentFixture.workingDay()
    let dryRunCopy = await fixture.engine.dryRunCopy()
    let planned = await dryRunCopy.perform(IntentCall(edit.intent, with: edit.values), from: .file)
    let note = " Dry run: nothing was written."
    #expect(planned.sentence.hasSuffix(note))
    let changesNothing = planned.json["plan"]?["changes"] == []
    #expect(planned.sentence.hasPrefix("Would ") || changesNothing)
    #expect(planned.sentence != edit.sentence + note || changesNothing)
    #expect(try await fixture.lines() == Self.day)
    #expect(try await fixture.sentence(edit.intent, edit.values) == edit.sentence)
    #expect(try await fixture.lines() == edit.lines)
    #expect(await fixture.undeclaredEvents() == [])
  }

  @Test func `records are joined by id`() async throws {
    let fixture = try await IntentFixture.workingDay()
    let ids = try await fixture.ids()
    let values: JSONObject = ["records": .array(Array(ids[1...])), "tag": "Email", "confirm": true]
    let sentence =
      "Joined 2 records into 'Email', running since 10:30 (00000000), with 30m that wasn't tracked."
    let joined = await fixture.perform("JoinRecords", values)
    #expect(joined.sentence == sentence)
    #expect(joined.result?.value["deleted"]?.array?.map { $0["id"] } == [ids[2]])
    #expect(try await fixture.lines() == ["Work 09:00-10:30", "Email 10:30-"])
  }

  @Test func `E41 a dry run shows a merge of tags`() async throws {
    let fixture = try await IntentFixture.workingDay()
    try await fixture.log("Work", "08:00", "09:00")
    let dryRunCopy = await fixture.engine.dryRunCopy()
    let values: JSONObject = ["tag": "Work", "name": "Email"]
    let planned = await dryRunCopy.perform(IntentCall("RenameTag", with: values), from: .file)
    #expect(
      planned.sentence == "Would merge 'Work' into the existing tag 'Email'; "
        + "2 records would move. To make this change, confirm it with --yes. "
        + "Dry run: nothing was written."
    )
    #expect(planned.result?.value["merged"] == true)
    #expect(planned.result?.value["recordCount"] == 2)
    #expect(planned.result?.value["deleted"]?["name"] == "Work")
  }

  /// The arguments with which a call of each intent succeeds on its fixture.
  private static let examples: [String: JSONObject] = [
    "AttachImage": ["file": "image.png"], "CreateTag": ["tag": "Sport"],
    "ArchiveTag": ["tag": "Work"], "BulkUpdate": ["filter": "tag:Work", "shift": "-5m"],
    "CutRange": ["start": "09:30", "end": "10:00"],
    "DeleteRecord": ["record": "last"], "DeleteTag": ["tag": "Work"],
    "Export": ["format": "csv"], "FillGaps": ["tag": "Work", "confirm": true],
    "LockInvoice": InvoiceFixture.number, "UnlockInvoice": InvoiceFixture.number,
    "MakeInvoice": ["tag": "Acme", "range": "2026-11"],
    "ImportRecord": [
      "id": "0197A3C2-6C5E-8B1D-9F00-2A4B6C8D0E1F", "tag": "Work",
      "start": "2026-11-18T09:00:00Z", "end": "2026-11-18T10:00:00Z",
    ],
    "JoinRecords": ["confirm": true, "tag": "Work"], "LogTime": ["duration": "1h"],
    "RemoveImage": ["record": "last", "image": 0],
    "RenameTag": ["tag": "Work", "name": "Email", "confirm": true], "SetTagColor": ["tag": "Work"],
    "SplitRecord": ["at": ["11:45"]], "UnarchiveTag": ["tag": "Old"],
    "UpdateRecord": ["comment": "Plan"],
  ]

  /// The intents to test.
  ///
  /// Undo, redo and restoring need a data folder on disk; see `HistoryTests`. `ReadReport` can't be
  /// called from a file.
  private static let names = BuiltInIntents.all.map { $0.id }
    .filter { !["ReadReport", "Redo", "RestoreRecord", "Undo"].contains($0) }

  @Test(arguments: names)
  func `every result matches its schema`(intent: String) async throws {
    // An invoice requires rates.
    let isOfInvoice = intent.hasSuffix("Invoice")
    let fixture =
      isOfInvoice ? try await InvoiceFixture().intents : try await IntentFixture.workingDay()
    if isOfInvoice, let invoice = Self.examples["MakeInvoice"], intent != "MakeInvoice" {
      try await fixture.value("MakeInvoice", invoice)
    }
    try fixture.folder.write("GIF89a", to: "image.png")
    try await fixture.value("AttachImage", ["file": "image.png"])
    var values = Self.examples[intent] ?? [:]
    if intent == "JoinRecords" { values["records"] = .array(try await fixture.ids()) }
    let definition = await fixture.engine.definitions().first { $0.id == intent }
    let value = try await fixture.value(intent, values)
    let result = try #require(definition).result
    #expect(SchemaValidator(result).problems(in: .object(value)).isEmpty)
    #expect(await fixture.undeclaredEvents() == [])
  }
}
