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
    "ImportRecord", "MakeInvoice", "Redo", "Resolve", "RestoreRecord", "ResumeTimer", "SetTagColor",
    "StartTimer", "StopTimer",
    "SwitchTimer", "ToggleTimer", "UnarchiveTag", "Undo",
  ]

  @Test func `every intent that changes records is listed here`() {
    let changing = BuiltInIntentCatalog().definitions.filter { !$0.effects.readOnly }
    let unlisted = Set(changing.map(\.id)).subtracting(Self.calls.keys).subtracting(Self.others)
    #expect(unlisted == ["Export", "MakeReport"])
  }

  @Test(arguments: calls.keys.sorted())
  func `an intent changes a billed record only if it is unlocked`(intent: String) async throws {
    let fixture = try await InvoiceFixture()
    let ids = try await fixture.intents.ids()
    try await fixture.intents.value(
      "AttachImage",
      ["record": ids[0], "data": "iVBORw0KGgo=", "type": "png"]
    )
    try await fixture.bill()
    let before = try fixture.files()
    var values = try #require(Self.calls[intent])
    for member in values.members {
      if member.value == "ID" { values[member.key] = ids[0] }
      if member.key == "records" { values[member.key] = [ids[0], ids[1]] }
    }
    let outcome = await fixture.intents.perform(intent, values)
    #expect(outcome.error?.code == "recordBilled")
    #expect(outcome.error?.data["invoice"] == "2026-001")
    #expect(try fixture.files() == before)
    values["unlock"] = true
    try await fixture.intents.value(intent, values)
    #expect(try fixture.files() != before)
    try await fixture.intents.value("Undo")
    #expect(try fixture.files() == before)
  }

  @Test(arguments: calls.keys.sorted().filter { !["DeleteRecord", "UpdateRecord"].contains($0) })
  func `an assistant can't undo a call for which it couldn't unlock a record`(
    intent: String
  ) async throws {
    let fixture = try await InvoiceFixture()
    let ids = try await fixture.intents.ids()
    try await fixture.intents.value(
      "AttachImage",
      ["record": ids[0], "data": "iVBORw0KGgo=", "type": "png"]
    )
    try await fixture.bill()
    var values = try #require(Self.calls[intent])
    for member in values.members {
      if member.value == "ID" { values[member.key] = ids[0] }
      if member.key == "records" { values[member.key] = [ids[0], ids[1]] }
    }
    values["unlock"] = true
    let call = await fixture.intents.perform(intent, values)
    let entry = try #require(call.result?.revision)
    let before = try fixture.files()
    let selection: JSONObject = ["entry": .number(JSONNumber(entry))]
    let outcome = await fixture.intents.perform("Undo", selection, from: .mcp)
    #expect(outcome.error?.code == "recordBilled")
    #expect(try fixture.files() == before)
    try await fixture.intents.value("Undo")
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
        == "The record 00000000 is billed by the invoice '2026-001', so only the user can undo the call, "
        + "with 'minuta undo'."
    )
    #expect(outcome.error?.data["invoice"] == "2026-001")
    #expect(try fixture.files() == billed)
    try await fixture.intents.value("Undo", ["entry": entry])
    #expect(try fixture.files() == files)
  }

  @Test func `an import leaves a billed record as it is, and creates no tag for it`() async throws {
    let fixture = try await InvoiceFixture()
    let id = try #require(try await fixture.intents.ids().first)
    try await fixture.bill()
    let before = try fixture.intents.folder.content()
    var values: JSONObject = [
      "id": id, "start": "2026-11-02T08:00:00Z", "end": "2026-11-02T08:30:00Z", "update": true,
      "tag": "New",
    ]
    let outcome = await fixture.intents.perform("ImportRecord", values)
    #expect(
      outcome.sentence
        == "The record 00000000 is billed by the invoice '2026-001', so it stays as it is. "
        + "To change it anyway, set 'unlock' (or --unlock)."
    )
    #expect(outcome.result?.value["change"] == "locked")
    #expect(outcome.result?.value["invoice"] == "2026-001")
    #expect(try fixture.intents.folder.content() == before)
    values["unlock"] = true
    #expect(try await fixture.intents.value("ImportRecord", values)["change"] == "updated")
  }

  @Test func `the lock's message names the invoice and the way out`() async throws {
    let fixture = try await InvoiceFixture(.memory)
    let id = try #require(try await fixture.intents.ids().first)
    try await fixture.bill()
    let outcome = await fixture.intents.perform("DeleteRecord", ["record": id])
    #expect(
      outcome.error?.message
        == "The record 00000000 is billed by the invoice '2026-001', so it is locked. "
        + "To change it anyway, set 'unlock' (or --unlock)."
    )
  }

  @Test func `an assistant can't unlock records`() async throws {
    let fixture = try await InvoiceFixture(.memory)
    let id = try #require(try await fixture.intents.ids().first)
    let values: JSONObject = ["record": id, "unlock": true]
    let outcome = await fixture.intents.perform("DeleteRecord", values, from: .mcp)
    #expect(outcome.error?.code == "invalidValue")
    let plain = await fixture.intents.perform("DeleteRecord", ["record": id], from: .mcp)
    #expect(plain.status == "ok")
  }
}
