import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaTestSupport

@testable import MinutaIntents

extension MessageSection {
  private static let image = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"

  /// A call of each writing intent, or several calls if its sentence has several forms.
  ///
  /// The calls refer to the records of the standard working-day fixture.
  static let intentCalls: [IntentCall] = [
    IntentCall("ArchiveTag", with: ["tag": "Work"]),
    IntentCall("ArchiveTag", with: ["tag": "Old"]),
    IntentCall("AttachImage", with: ["record": "last", "data": .string(image), "type": "gif"]),
    IntentCall("Away", with: ["idle": "5m"]),
    IntentCall("Back"),
    IntentCall("BulkUpdate", with: ["filter": "tag:Work", "shift": "-5m"]),
    IntentCall("BulkUpdate", with: ["filter": "not running", "delete": true]),
    IntentCall("CancelTimer"),
    IntentCall("CancelTimer", with: ["tag": "Work"]),
    IntentCall("CreateTag", with: ["tag": " New "]),
    IntentCall("CutRange", with: ["start": "10:00", "end": "11:45"]),
    IntentCall("CutRange", with: ["start": "10:00", "end": "11:45", "tag": "Email"]),
    IntentCall("CutRange", with: ["start": "2026-11-18 07:00", "end": "2026-11-18 09:00"]),
    IntentCall("DeleteRecord", with: ["record": "last"]),
    IntentCall("DeleteTag", with: ["tag": "Work"]),
    IntentCall("DeleteTag", with: ["tag": "Old"]),
    IntentCall("Doctor", with: ["repair": true]),
    IntentCall("Export", with: ["format": "csv"]),
    IntentCall("FillGaps", with: ["tag": "Work"]),
    IntentCall("MakeReport", with: ["range": "all", "format": "md"]),
    IntentCall("JoinRecords", with: ["records": ["AAAA", "last"], "tag": "Work"]),
    IntentCall("MakeInvoice", with: ["tag": "Work", "range": "today"]),
    IntentCall("UnlockInvoice", with: InvoiceFixture.number),
    IntentCall("LockInvoice", with: InvoiceFixture.number),
    IntentCall("LogTime", with: ["tag": "New", "start": "08:00", "duration": "5m"]),
    IntentCall("LogTime", with: ["tag": "Work", "start": "2026-11-18 09:00", "end": "-2h"]),
    IntentCall("LogTime", with: ["tag": "Work", "start": "09:00", "end": "09:30"]),
    IntentCall("RemoveImage", with: ["record": "last", "image": 0]),
    IntentCall("RenameTag", with: ["tag": "Work", "name": "Job"]),
    IntentCall("RenameTag", with: ["tag": "Work", "name": "Email"]),
    IntentCall("RenameTag", with: ["tag": "work", "name": "Work"]),
    IntentCall("RestoreRecord", with: ["record": "AAAA"]),
    IntentCall("ResumeTimer", with: ["record": "AAAA"]),
    IntentCall("ResumeTimer", with: ["record": "running"]),
    IntentCall("SetTagColor", with: ["tag": "Work", "color": "ff0080"]),
    IntentCall("SetTagColor", with: ["tag": "Work"]),
    IntentCall("SplitRecord", with: ["at": ["11:45"]]),
    IntentCall("SplitRecord", with: ["at": ["11:40", "-10m"]]),
    IntentCall("StartTimer", with: ["tag": "New"]),
    IntentCall("StopTimer"),
    IntentCall("SwitchTimer", with: ["tag": "Email", "at": "11:50"]),
    IntentCall("SwitchTimer", with: ["tag": "reading"]),
    IntentCall("ToggleTimer"),
    IntentCall("ToggleTimer", with: ["tag": "Work"]),
    IntentCall("UnarchiveTag", with: ["tag": "Old"]),
    IntentCall("UnarchiveTag", with: ["tag": "Work"]),
    IntentCall("UpdateRecord", with: ["comment": "Plan"]),
    IntentCall("UpdateRecord", with: ["comment": " "]),
    IntentCall("UpdateRecord", with: ["untagged": true]),
    IntentCall("UpdateRecord", with: ["end": "-15m", "start": "11:15", "tag": "work"]),
    IntentCall("Undo"),
    IntentCall("Redo"),
    IntentCall("Resolve", with: ["choice": "stopAt", "at": "08:30", "record": "BBBB"]),
    IntentCall("Resolve", with: ["choice": "cancel", "record": "BBBB"]),
  ]

  /// The short ids that the fixture creates, in order.
  ///
  /// The records of 'Work' and 'Email' have different ids. The timer 'Reading' has the same short
  /// id as its tag, and all items that a tested call adds share the last one. The first is listed
  /// twice, because the first call of a fixture may create its ids twice.
  private static let shortIDs = [
    "11111111", "11111111", "22222222", "33333333", "33333333", "44444444",
  ]

  /// Creates the standard working-day fixture with two more records that have known ids.
  ///
  /// One is from yesterday, the other is a forgotten timer.
  private static func fixture() async throws -> IntentFixture {
    let now = "2026-11-20T12:00:00Z"
    var rules = TimeRules()
    rules.overlap = .warn
    rules.billing.rates = [try InvoiceFixture.rate("Work", "100")]
    let fixture = try IntentFixture(
      now: now,
      timeZone: "UTC",
      rules: rules,
      uptimeSource: UnavailableUptimeSource(),
      shortIDs: shortIDs
    )
    let tags = ["Work", "Email", "Old"].enumerated().map { place, name in
      JSONValue.object([
        "id": .string("0000000\(place)-0000-4000-8000-000000000000"), "name": .string(name),
        "color": "#000000", "isArchived": .bool(name == "Old"),
        "createdAt": "2026-01-01T00:00:00Z",
      ])
    }
    try fixture.folder.write(JSONValue.object(["tags": .array(tags)]).text(), to: "tags.json")
    for (id, start, end) in [("AAAA", "19T09:00", "19T10:00"), ("BBBB", "19T08:00", nil)] {
      let endTime = end.map { #", "endTime": "2026-11-\#($0):00Z""# } ?? ""
      let record =
        #"{"id": "\#(id)AAAA-0000-4000-8000-000000000000", "startTime": "2026-11-\#(start):00Z""#
        + #", "tagId": "00000000-0000-4000-8000-000000000000"\#(endTime)}"#
      let clock = start.suffix(5).filter { $0 != ":" }
      try fixture.folder.write(record, to: "records/2026/11/2026-11-19_\(clock)00.json")
    }
    try await fixture.log("Work", "09:00", "10:30")
    try await fixture.log("Email", "10:30", "11:00")
    try await fixture.value("StartTimer", ["tag": "Reading", "at": "11:30"])
    return fixture
  }

  /// Returns the sentences of the intents that write: for a dry run, and after the real call.
  static func intents() async throws -> MessageSection {
    var lines: [(label: String, message: String)] = []
    for call in intentCalls {
      let fixture = try await fixture()
      try await prepare(call, fixture)
      let planned = await fixture.engine.dryRunCopy().perform(call, from: .commandLine)
      lines.append(("\(call.intent), \(planned.status)", planned.sentence))
      let confirmed = IntentCall(call.intent, with: call.values.merging(confirmation(of: call)))
      let outcome = await fixture.engine.perform(confirmed, from: .commandLine)
      lines.append(("\(call.intent), \(outcome.status)", outcome.sentence))
    }
    return MessageSection(title: "Intents", lines: lines)
  }

  private static func confirmation(of call: IntentCall) -> JSONObject {
    let definition = BuiltInIntentCatalog().definitions.first { $0.id == call.intent }
    return definition?.properties["confirm"] == nil ? [:] : ["confirm": true]
  }

  /// Makes the changes to the fixture that the call needs before it can succeed.
  private static func prepare(_ call: IntentCall, _ fixture: IntentFixture) async throws {
    switch call.intent {
    case "CancelTimer", "ResumeTimer", "ToggleTimer":
      try await fixture.value("StopTimer", ["record": "BBBB"])
    case "RemoveImage":
      try await fixture.value(
        "AttachImage",
        ["record": "last", "data": .string(image), "type": "gif"]
      )
    case "RestoreRecord": try await fixture.value("DeleteRecord", ["record": "AAAA"])
    case "Redo": try await fixture.value("Undo")
    case "LockInvoice", "UnlockInvoice":
      try await fixture.value("MakeInvoice", ["tag": "Work", "range": "today"])
      if call.intent == "LockInvoice" { try await fixture.value("UnlockInvoice", call.values) }
    default: break
    }
  }
}

/// An uptime source without any data.
private struct UnavailableUptimeSource: UptimeSource {
  func reading(at now: Date) -> UptimeSample? { nil }
  func uptimeHistory() -> UptimeHistory { UptimeHistory() }
  func save(_ times: UptimeHistory) {}
  func absenceHistory() -> AbsenceHistory { AbsenceHistory() }

  func updateAbsences(_ body: (inout AbsenceHistory) -> Void) {
    var absences = AbsenceHistory()
    body(&absences)
  }
}
