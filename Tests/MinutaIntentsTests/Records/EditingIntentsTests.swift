import IntentKit
import JSONText
import MinutaTestSupport
import Testing

@testable import MinutaIntents

@Suite struct EditingIntentsTests {
  /// A call, and the records after it.
  typealias Case = (intent: String, values: JSONObject, lines: [String])

  private static let day = ["Work 09:00-10:30", "Email 10:30-11:00", "Reading 11:30-"]

  @Test(
    arguments: [
      (
        "UpdateRecord", ["comment": "Plan"],
        ["Work 09:00-10:30", "Email 10:30-11:00", "Reading 11:30- Plan"]
      ),
      (
        "UpdateRecord", ["record": "running", "end": "-15m", "start": "11:15", "tag": "work"],
        ["Work 09:00-10:30", "Email 10:30-11:00", "Work 11:15-11:45"]
      ),
      ("UpdateRecord", ["untagged": true], ["Work 09:00-10:30", "Email 10:30-11:00", "- 11:30-"]),
      ("UpdateRecord", ["comment": " "], day),
      (
        "SwitchTimer", ["tag": "Work", "at": "11:45"],
        ["Work 09:00-10:30", "Email 10:30-11:00", "Reading 11:30-11:45", "Work 11:45-"]
      ),
      (
        "SwitchTimer", ["tag": "R&D; rm -rf ~"],
        ["Work 09:00-10:30", "Email 10:30-11:00", "Reading 11:30-12:00", "R&D; rm -rf ~ 12:00-"]
      ),
      ("SwitchTimer", ["tag": "reading"], day),
      ("ToggleTimer", [:], ["Work 09:00-10:30", "Email 10:30-11:00", "Reading 11:30-12:00"]),
      (
        "ToggleTimer", ["tag": "Work", "comment": "Plan"],
        ["Work 09:00-10:30", "Email 10:30-11:00", "Reading 11:30-", "Work 12:00- Plan"]
      ),
      ("CancelTimer", [:], ["Work 09:00-10:30", "Email 10:30-11:00"]),
      ("CancelTimer", ["tag": "Work"], day),
      ("ResumeTimer", [:], day),
      (
        "SplitRecord", ["at": ["11:40", "-10m"]],
        [
          "Work 09:00-10:30", "Email 10:30-11:00", "Reading 11:30-11:40", "Reading 11:40-11:50",
          "Reading 11:50-",
        ]
      ),
      (
        "CutRange", ["start": "09:30", "end": "10:00"],
        ["Work 09:00-09:30", "Work 10:00-10:30", "Email 10:30-11:00", "Reading 11:30-"]
      ),
      (
        "CutRange", ["start": "10:00", "end": "11:45", "confirm": true],
        ["Work 09:00-10:00", "Reading 11:45-"]
      ),
      (
        "CutRange", ["start": "10:00", "end": "11:45", "tag": "Email"],
        ["Work 09:00-10:30", "Reading 11:30-"]
      ),
      ("CutRange", ["start": "07:00", "end": "09:00"], day),
      ("DeleteRecord", ["record": "last"], ["Work 09:00-10:30", "Email 10:30-11:00"]),
      ("CreateTag", ["tag": " Sport "], day),
      (
        "RenameTag", ["tag": "work", "name": "Job"],
        ["Job 09:00-10:30", "Email 10:30-11:00", "Reading 11:30-"]
      ),
      ("RenameTag", ["tag": "work", "name": "Work"], day),
      (
        "RenameTag", ["tag": "work", "name": "email", "confirm": true],
        ["Email 09:00-10:30", "Email 10:30-11:00", "Reading 11:30-"]
      ),
      ("ArchiveTag", ["tag": "Work"], day),
      ("ArchiveTag", ["tag": "Old"], day),
      ("UnarchiveTag", ["tag": "Old"], day),
      ("UnarchiveTag", ["tag": "Work"], day),
      ("DeleteTag", ["tag": "Work"], ["- 09:00-10:30", "Email 10:30-11:00", "Reading 11:30-"]),
      ("DeleteTag", ["tag": "Old"], day),
      ("SetTagColor", ["tag": "Work", "color": "#ff0080"], day),
      ("SetTagColor", ["tag": "Work"], day),
      ("SetTagColor", ["tag": "Work", "color": "ff0080"], day),
    ] as [Case]
  )
  func `an edit has the described effect, and its dry run has none`(edit: Case) async throws {
    let fixture = try await IntentFixture.workingDay()
    let planned = await fixture.dryRun(edit.intent, edit.values)
    #expect(planned.notice.sentences.hasSuffix(" Dry run: nothing was written."))
    let changesNothing = planned.json["plan"]?["changes"] == []
    #expect(planned.sentence.hasPrefix("Would ") || changesNothing)
    #expect(try await fixture.lines() == Self.day)
    let done = try await fixture.sentence(edit.intent, edit.values)
    #expect(!planned.sentence.hasPrefix(done) || changesNothing)
    #expect(try await fixture.lines() == edit.lines)
    #expect(await fixture.undeclaredEvents() == [])
  }

  @Test func `records are joined by id`() async throws {
    let fixture = try await IntentFixture.workingDay()
    let ids = try await fixture.ids()
    let values: JSONObject = ["records": .array(Array(ids[1...])), "tag": "Email", "confirm": true]
    let joined = try await fixture.value("JoinRecords", values)
    #expect(joined["deleted"]?.array?.map { $0["id"] } == [ids[2]])
    #expect(try await fixture.lines() == ["Work 09:00-10:30", "Email 10:30-"])
  }

  @Test func `E41 a dry run shows a merge of tags`() async throws {
    let fixture = try await IntentFixture.workingDay()
    try await fixture.log("Work", "08:00", "09:00")
    let planned = await fixture.dryRun("RenameTag", ["tag": "Work", "name": "Email"])
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
