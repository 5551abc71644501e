import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaStore
import MinutaTestSupport
import Testing

@testable import MinutaIntents

/// Tests of the word `last`, which selects the record that the latest call about a single record
/// changed.
@Suite struct LastRecordTests {
  /// Creates a fixture at noon with `Early` from 08:00, `Noon` from 11:00 and `Dawn` from 06:00,
  /// logged in this order.
  private func fixture() async throws -> IntentFixture {
    let fixture = try IntentFixture(now: "2026-11-20T12:00:00Z", timeZone: "UTC")
    for (tag, start) in [("Early", "08:00"), ("Noon", "11:00"), ("Dawn", "06:00")] {
      try await fixture.value(
        "LogTime",
        ["tag": .string(tag), "start": .string(start), "duration": "10m"]
      )
    }
    return fixture
  }

  private typealias Case = (name: String, calls: [IntentCall], last: String)

  private static let edit = IntentCall("UpdateRecord", with: ["record": early, "comment": "a"])
  private static let early: JSONValue = "00000000-0000-4000-8000-000000000004"
  private static let noon: JSONValue = "00000000-0000-4000-8000-000000000006"
  private static let start = IntentCall("StartTimer", with: ["tag": "New", "at": "05:00"])

  private static let cases: [Case] = [
    ("a logged record", [], "Dawn 06:00"),
    ("an edited record", [edit], "Early 08:00"),
    ("a started timer", [edit, start], "New 05:00"),
    ("a stopped timer", [start, edit, IntentCall("StopTimer", with: ["tag": "New"])], "New 05:00"),
    (
      "not one of several stopped timers",
      [
        start, IntentCall("StartTimer", with: ["tag": "Other", "at": "05:30"]), edit,
        IntentCall("StopTimer"),
      ], "Early 08:00"
    ),
    (
      "the timer switched to", [start, IntentCall("SwitchTimer", with: ["tag": "Noon"])],
      "Noon 12:00"
    ),
    ("a toggled timer", [edit, IntentCall("ToggleTimer", with: ["tag": "Dawn"])], "Dawn 12:00"),
    ("a resumed timer", [IntentCall("ResumeTimer", with: ["record": early])], "Early 12:00"),
    (
      "the last part of a split record",
      [IntentCall("SplitRecord", with: ["record": early, "at": ["08:05"]])], "Early 08:05"
    ),
    (
      "the last part of a cut record",
      [IntentCall("CutRange", with: ["start": "08:02", "end": "08:05"])], "Early 08:05"
    ),
    (
      "a joined record",
      [
        IntentCall(
          "JoinRecords",
          with: ["records": [early, noon], "tag": "Noon", "confirm": true]
        )
      ], "Noon 08:00"
    ),
    (
      "not a deleted record", [edit, IntentCall("DeleteRecord", with: ["record": "last"])],
      "Dawn 06:00"
    ),
    (
      "a restored record",
      [
        IntentCall("DeleteRecord", with: ["record": noon]),
        IntentCall("RestoreRecord", with: ["record": noon]),
      ], "Noon 11:00"
    ),
    (
      "not one of several changed records",
      [
        edit,
        IntentCall("BulkUpdate", with: ["filter": "tag:Dawn", "shift": "-5m", "confirm": true]),
      ], "Early 08:00"
    ),
    ("not the record of an undone call", [edit, IntentCall("Undo")], "Dawn 06:00"),
    ("the record of a redone call", [edit, IntentCall("Undo"), IntentCall("Redo")], "Early 08:00"),
    (
      "not a record that an undo removed", [start, IntentCall("Undo"), IntentCall("Undo")],
      "Noon 11:00"
    ),
    (
      "not a record of a renamed tag",
      [edit, IntentCall("RenameTag", with: ["tag": "Noon", "name": "N"])], "Early 08:00"
    ),
    (
      "not a record that policy adjust shortened",
      [IntentCall("LogTime", with: ["tag": "In", "start": "08:02", "end": "08:04"])], "In 08:02"
    ),
  ]

  @Test(arguments: cases)
  private func `last is the record of the latest call`(_ expected: Case) async throws {
    var rules = TimeRules()
    rules.overlap = .adjust
    let fixture = try await fixture()
    let adjusting = try fixture.with(rules)
    let usesAdjust = expected.name.contains("adjust")
    for call in expected.calls {
      let outcome = await (usesAdjust ? adjusting : fixture).engine.perform(call, from: .file)
      #expect(outcome.status == "ok", "\(outcome.sentence)")
    }
    #expect(try await last(fixture.engine) == expected.last)
  }

  @Test(arguments: cases)
  private func `a dry run finds the same last record`(_ expected: Case) async throws {
    if expected.name.contains("adjust") { return }
    let fixture = try await fixture()
    let dryRunCopy = await fixture.engine.dryRunCopy()
    for call in expected.calls {
      let outcome = await dryRunCopy.perform(call, from: .file)
      #expect(outcome.status == "planned", "\(outcome.sentence)")
    }
    #expect(try await last(dryRunCopy) == expected.last)
    #expect(try await last(fixture.engine) == "Dawn 06:00")
  }

  @Test(arguments: [false, true])
  func `each call of a batch updates the last record`(isAtomic: Bool) async throws {
    var options = BatchOptions()
    options.isAtomic = isAtomic
    let fixture = try await fixture()
    let calls = [Self.edit, IntentCall("StartTimer", with: ["tag": "New", "at": "05:00"])]
    let follow = IntentCall("UpdateRecord", with: ["record": "last", "comment": "b"])
    let run = BatchRunner(engine: fixture.engine, source: .file, options: options)
    let summary = try await run.perform(InMemoryBatchSource(calls + [follow])) { _ in }
    #expect(summary.succeeded == 3)
    #expect(try await fixture.lines().first == "New 05:00- b")
    #expect(try await last(fixture.engine) == "New 05:00")
  }

  @Test func `a call that changes nothing keeps the last record`() async throws {
    let fixture = try await fixture()
    let calls = [
      IntentCall("UpdateRecord", with: ["record": Self.early, "tag": "Early"]),
      IntentCall("BulkUpdate", with: ["filter": "tag:Noon", "shift": "-5m", "confirm": true]),
    ]
    let run = BatchRunner(engine: fixture.engine, source: .file)
    let summary = try await run.perform(InMemoryBatchSource(calls)) { _ in }
    #expect(summary.succeeded == 2)
    #expect(try await last(fixture.engine) == "Dawn 06:00")
  }

  @Test func `of two starts in the same second, the second is last`() async throws {
    // Ids are random here. An order by id would be wrong, but may be right by chance, so repeat the
    // test.
    for _ in 0..<8 {
      let fixture = try IntentFixture(now: "2026-11-20T12:00:00Z", timeZone: "UTC").with(
        TimeRules()
      )
      try await fixture.value("StartTimer", ["tag": "First"])
      try await fixture.value("StartTimer", ["tag": "Second"])
      #expect(try await last(fixture.engine) == "Second 12:00")
      try await fixture.value("ToggleTimer")
      #expect(try await last(fixture.engine) == "Second 12:00")
      let again = try await fixture.value("ToggleTimer")
      #expect(again["records"]?[0]?["tag"]?["name"] == "Second")
    }
  }

  @Test func `without history, the last record is the one with the latest start`() async throws {
    let fixture = try await fixture()
    for name in try fixture.folder.content().keys where name.contains("history-") {
      try FileManager.default.removeItem(atPath: "\(fixture.folder.path)/\(name)")
    }
    #expect(try await last(fixture.engine) == "Noon 11:00")
  }

  @Test func `DeleteRecord has no default record`() async throws {
    let fixture = try await fixture()
    let outcome = await fixture.perform("DeleteRecord")
    #expect(outcome.error?.code == "missingValue")
    #expect(try await fixture.lines().count == 3)
  }

  /// Returns the tag and the start of the record that `last` selects, from the dry run of an edit.
  private func last(_ engine: IntentEngine) async throws -> String {
    let edit = IntentCall("UpdateRecord", with: ["record": "last", "comment": "?"])
    let record = await engine.dryRunCopy().perform(edit, from: .file).result?.value["record"]
    let start = try #require(record?["startTime"]?.string)
    return "\(record?["tag"]?["name"]?.string ?? "-") \(start.dropFirst(11).prefix(5))"
  }
}
