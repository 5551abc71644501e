import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaTestSupport
import Testing

@testable import MinutaIntents

/// Calls of every intent that could change a billed record.
@Suite struct LockedRecordTests {
  /// The calls that would change the billed record, by intent; `ID` stands for its id.
  private static let calls: [String: JSONObject] = [
    "AttachImage": ["record": "ID", "data": "iVBORw0KGgo=", "type": "png"],
    "BulkUpdate": ["filter": "tag:Acme/Website and not running", "shift": "1h", "confirm": true],
    "CutRange": ["start": "2026-11-02 09:05", "end": "2026-11-02 09:10", "confirm": true],
    "DeleteRecord": ["record": "ID"],
    "DeleteTag": ["tag": "Acme/Website", "confirm": true],
    "JoinRecords": ["records": ["ID", "OTHER"], "confirm": true],
    "RemoveImage": ["record": "ID", "image": "0"],
    "RenameTag": ["tag": "Acme/Website", "name": "Beta/App", "confirm": true],
    "SplitRecord": ["record": "ID", "at": ["2026-11-02 09:10"]],
    "UpdateRecord": ["record": "ID", "comment": "Mine"],
  ]

  /// The intents that never change a record with an end, or that only add records.
  private static let others: Set<String> = [
    "ArchiveTag", "Away", "Back", "CancelTimer", "CreateTag", "Doctor", "FillGaps", "LogTime",
    // An import leaves locked records as they are, and goes on.
    "ImportRecord", "LockInvoice", "MakeInvoice", "Redo", "Resolve", "RestoreRecord", "ResumeTimer",
    "SetTagColor",
    "StartTimer", "StopTimer",
    "SwitchTimer", "ToggleTimer", "UnarchiveTag", "Undo", "UnlockInvoice",
  ]

  @Test func `every intent that changes records is listed here`() {
    let changing = BuiltInIntentCatalog().definitions.filter { !$0.effects.readOnly }
    let unlisted = Set(changing.map(\.id)).subtracting(Self.calls.keys).subtracting(Self.others)
    #expect(unlisted == ["Export", "MakeReport"])
  }

  /// Returns a fixture with an invoice, and the values of a call that would change its first record.
  private static func billed(
    _ intent: String
  ) async throws -> (fixture: InvoiceFixture, values: JSONObject) {
    let fixture = try await InvoiceFixture()
    let ids = try await fixture.intents.ids()
    try await fixture.intents.value(
      "AttachImage",
      ["record": ids[0], "data": "iVBORw0KGgo=", "type": "png"]
    )
    try await fixture.bill()
    var values = try #require(calls[intent])
    for member in values.members {
      if member.value == "ID" { values[member.key] = ids[0] }
      if member.key == "records" { values[member.key] = [ids[0], ids[1]] }
    }
    return (fixture, values)
  }

  @Test(arguments: calls.keys.sorted())
  func `an intent changes a billed record only if its invoice is unlocked`(
    intent: String
  ) async throws {
    let (fixture, values) = try await Self.billed(intent)
    let before = try fixture.files()
    let outcome = await fixture.intents.perform(intent, values)
    #expect(outcome.error?.code == "recordBilled")
    #expect(outcome.error?.data["invoice"] == "2026-001")
    #expect(try fixture.files() == before)
    try await fixture.unlock()
    let unlocked = try fixture.files()
    try await fixture.intents.value(intent, values)
    #expect(try fixture.files() != unlocked)
    try await fixture.intents.value("Undo")
    #expect(try fixture.files() == unlocked)
    try await fixture.intents.value("LockInvoice", InvoiceFixture.number)
    #expect(try fixture.files() == before)
    #expect(await fixture.intents.perform(intent, values).error?.code == "recordBilled")
  }

  @Test(arguments: calls.keys.sorted().filter { !["DeleteRecord", "UpdateRecord"].contains($0) })
  func `an assistant can't undo a change of a record that is locked`(
    intent: String
  ) async throws {
    let (fixture, values) = try await Self.billed(intent)
    try await fixture.unlock()
    let call = await fixture.intents.perform(intent, values)
    let entry = try #require(call.result?.revision)
    try await fixture.intents.value("LockInvoice", InvoiceFixture.number)
    let before = try fixture.files()
    let selection: JSONObject = ["entry": .number(JSONNumber(entry))]
    let outcome = await fixture.intents.perform("Undo", selection, from: .mcp)
    #expect(outcome.error?.code == "recordBilled")
    #expect(try fixture.files() == before)
    try await fixture.intents.value("Undo", selection)
  }

  @Test func `an assistant can neither unlock an invoice nor undo that it was locked`()
    async throws
  {
    let (fixture, values) = try await Self.billed("UpdateRecord")
    for intent in ["LockInvoice", "UnlockInvoice"] {
      let refused = await fixture.intents.perform(intent, InvoiceFixture.number, from: .mcp)
      #expect(refused.error?.code == "sourceNotAllowed")
    }
    try await fixture.unlock()
    try await fixture.intents.value("LockInvoice", InvoiceFixture.number)
    let before = try fixture.files()
    let history = try await fixture.intents.value("History")
    let entry = try #require(history["entries"]?[0]?["entry"])
    let refused = await fixture.intents.perform("Undo", ["entry": entry], from: .mcp)
    #expect(refused.error?.code == "recordBilled")
    #expect(try fixture.files() == before)
    // The user can, and then the invoice is unlocked for every caller.
    try await fixture.intents.value("Undo", ["entry": entry])
    let changed = await fixture.intents.perform("UpdateRecord", values, from: .mcp)
    #expect(changed.status == "ok", "\(changed)")
  }

  @Test(arguments: ["#billed", "#billed=2025-017", "#billed=../records"])
  func `only the user removes a label whose invoice isn't here`(label: String) async throws {
    let fixture = try IntentFixture(storage: .folder)
    let comment = JSONValue.string("Plan \(label)")
    try await fixture.value("LogTime", ["tag": "Work", "duration": "1h", "comment": comment])
    let record: JSONObject = ["record": "last"]
    let before = try fixture.folder.content()
    let edit = record.merging(["shift": "-1h"])
    let refused = await fixture.perform("UpdateRecord", edit)
    #expect(refused.error?.code == "recordBilled")
    #expect(refused.error?.message.hasSuffix(" --remove-label billed") == true)
    let removal: JSONObject = ["filter": "tag:Work", "removeLabel": ["billed"], "confirm": true]
    let outcome = await fixture.perform("BulkUpdate", removal, from: .mcp)
    #expect(outcome.error?.code == "recordBilled")
    #expect(try fixture.folder.content() == before)
    let labels: JSONObject = ["removeLabel": ["billed"]]
    let both = await fixture.perform("UpdateRecord", edit.merging(labels))
    #expect(both.error?.code == "recordBilled")
    try await fixture.value("UpdateRecord", record.merging(labels))
    #expect(await fixture.perform("UpdateRecord", edit).status == "ok")
  }

  @Test(arguments: [
    (#"{"unlocked":true}"#, true), (#"{"unlocked":false}"#, false), (#"{"unlocked":1}"#, false),
    ("{}", false), ("", false), ("[]", false),
  ])
  func `only an invoice whose file says so is unlocked`(
    text: String,
    isUnlocked: Bool
  ) async throws {
    let (fixture, values) = try await Self.billed("UpdateRecord")
    try fixture.intents.folder.write(text, to: "invoices/2026-001.json")
    let outcome = await fixture.intents.perform("UpdateRecord", values)
    #expect(outcome.error?.code == (isUnlocked ? nil : "recordBilled"))
  }

  @Test func `an assistant can't undo an invoice, but the user can`() async throws {
    let fixture = try await InvoiceFixture()
    let files = try fixture.files()
    try await fixture.bill()
    let billed = try fixture.files()
    let newest = try await fixture.intents.value("History")["entries"]?.array?.first
    let entry = try #require(newest?["entry"])
    let outcome = await fixture.intents.perform("Undo", ["entry": entry], from: .mcp)
    #expect(
      outcome.error?.message
        == "The record 00000000 is billed by the invoice '2026-001', so only the user can undo the call.\n"
        + "  minuta undo"
    )
    #expect(outcome.error?.data["invoice"] == "2026-001")
    #expect(try fixture.files() == billed)
    try await fixture.intents.value("Undo", ["entry": entry])
    #expect(try fixture.files() == files)
  }
}
