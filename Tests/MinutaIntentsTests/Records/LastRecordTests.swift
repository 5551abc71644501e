import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaStore
import MinutaTestSupport
import Testing

@testable import MinutaIntents

/// `last` is the record that the latest call about a single record was about.
@Suite struct LastRecordTests {
  /// A fixture at noon on which `Early` from 08:00, `Noon` from 11:00 and `Dawn` from 06:00 were
  /// logged, in this order.
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

  private struct LastRecordCase: CustomTestStringConvertible {
    let testDescription: String
    let calls: [IntentCall]
    let last: String

    init(_ name: String, _ calls: [IntentCall], _ last: String) {
      (testDescription, self.calls, self.last) = (name, calls, last)
    }
  }

  private static let edit = IntentCall("UpdateRecord", with: ["record": early, "comment": "a"])
  private static let early: JSONValue = "00000000-0000-4000-8000-000000000004"
  private static let noon: JSONValue = "00000000-0000-4000-8000-000000000006"
  private static let start = IntentCall("StartTimer", with: ["tag": "New", "at": "05:00"])

  private static let cases = [
    LastRecordCase("what was logged", [], "Dawn 06:00"),
    LastRecordCase("what was edited", [edit], "Early 08:00"),
    LastRecordCase("what was started", [edit, start], "New 05:00"),
    LastRecordCase(
      "what was stopped",
      [start, edit, IntentCall("StopTimer", with: ["tag": "New"])],
      "New 05:00"
    ),
    LastRecordCase(
      "not what was stopped with others",
      [
        start, IntentCall("StartTimer", with: ["tag": "Other", "at": "05:30"]), edit,
        IntentCall("StopTimer"),
      ],
      "Early 08:00"
    ),
    LastRecordCase(
      "what was switched to",
      [start, IntentCall("SwitchTimer", with: ["tag": "Noon"])],
      "Noon 12:00"
    ),
    LastRecordCase(
      "what was toggled",
      [edit, IntentCall("ToggleTimer", with: ["tag": "Dawn"])],
      "Dawn 12:00"
    ),
    LastRecordCase(
      "what was resumed",
      [IntentCall("ResumeTimer", with: ["record": early])],
      "Early 12:00"
    ),
    LastRecordCase(
      "the end of what was split",
      [IntentCall("SplitRecord", with: ["record": early, "at": ["08:05"]])],
      "Early 08:05"
    ),
    LastRecordCase(
      "the rest of what was cut",
      [IntentCall("CutRange", with: ["start": "08:02", "end": "08:05"])],
      "Early 08:05"
    ),
    LastRecordCase(
      "what was joined",
      [
        IntentCall(
          "JoinRecords",
          with: ["records": [early, noon], "tag": "Noon", "confirm": true]
        )
      ],
      "Noon 08:00"
    ),
    LastRecordCase(
      "not what was deleted",
      [edit, IntentCall("DeleteRecord", with: ["record": "last"])],
      "Dawn 06:00"
    ),
    LastRecordCase(
      "what was restored",
      [
        IntentCall("DeleteRecord", with: ["record": noon]),
        IntentCall("RestoreRecord", with: ["record": noon]),
      ],
      "Noon 11:00"
    ),
    LastRecordCase(
      "not what was changed with others",
      [
        edit,
        IntentCall("BulkUpdate", with: ["filter": "tag:Dawn", "shift": "-5m", "confirm": true]),
      ],
      "Early 08:00"
    ),
    LastRecordCase("not what an undone call was about", [edit, IntentCall("Undo")], "Dawn 06:00"),
    LastRecordCase(
      "what a call that was done again was about",
      [edit, IntentCall("Undo"), IntentCall("Redo")],
      "Early 08:00"
    ),
    LastRecordCase(
      "no record that an undo took away",
      [start, IntentCall("Undo"), IntentCall("Undo")],
      "Noon 11:00"
    ),
    LastRecordCase(
      "not what a tag was changed of",
      [edit, IntentCall("RenameTag", with: ["tag": "Noon", "name": "N"])],
      "Early 08:00"
    ),
    LastRecordCase(
      "not what made room, nor what was left of it",
      [IntentCall("LogTime", with: ["tag": "In", "start": "08:02", "end": "08:04"])],
      "In 08:02"
    ),
  ]

  @Test(arguments: cases)
  private func `last is`(_ expected: LastRecordCase) async throws {
    var rules = TimeRules()
    rules.overlap = .adjust
    let fixture = try await fixture()
    let adjusting = try fixture.with(rules)
    let isAdjusting = expected.testDescription.contains("room")
    for call in expected.calls {
      let outcome = await (isAdjusting ? adjusting : fixture).engine.perform(call, from: .file)
      #expect(outcome.status == "ok", "\(outcome.sentence)")
    }
    #expect(try await last(fixture.engine) == expected.last)
  }

  @Test(arguments: cases)
  private func `a dry run of the calls knows the same`(_ expected: LastRecordCase) async throws {
    if expected.testDescription.contains("room") { return }
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
  func `each call of a batch counts as what it is`(isAtomic: Bool) async throws {
    var options = BatchOptions()
    options.isAtomic = isAtomic
    let fixture = try await fixture()
    let calls = [Self.edit, IntentCall("StartTimer", with: ["tag": "New", "at": "05:00"])]
    let follow = IntentCall("UpdateRecord", with: ["record": "last", "comment": "b"])
    let run = BatchRunner(engine: fixture.engine, source: .file, options: options)
    let summary = try await run.perform(CallList(calls + [follow])) { _ in }
    #expect(summary.succeeded == 3)
    #expect(try await fixture.lines().first == "New 05:00- b")
    #expect(try await last(fixture.engine) == "New 05:00")
  }

  @Test func `a call of a batch that changes nothing leaves it alone`() async throws {
    let fixture = try await fixture()
    let calls = [
      IntentCall("UpdateRecord", with: ["record": Self.early, "tag": "Early"]),
      IntentCall("BulkUpdate", with: ["filter": "tag:Noon", "shift": "-5m", "confirm": true]),
    ]
    let run = BatchRunner(engine: fixture.engine, source: .file)
    let summary = try await run.perform(CallList(calls)) { _ in }
    #expect(summary.succeeded == 2)
    #expect(try await last(fixture.engine) == "Dawn 06:00")
  }

  @Test func `of two starts in one second the second is last, and toggling starts one like it`()
    async throws
  {
    // Ids are random here, so that one of these would find them the wrong way round.
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

  @Test func `without history it is the record that started last`() async throws {
    let fixture = try await fixture()
    for name in try fixture.folder.content().keys where name.contains("history-") {
      try FileManager.default.removeItem(atPath: "\(fixture.folder.path)/\(name)")
    }
    #expect(try await last(fixture.engine) == "Noon 11:00")
  }

  @Test func `a record is deleted only where it is named`() async throws {
    let fixture = try await fixture()
    let outcome = await fixture.perform("DeleteRecord")
    #expect(outcome.error?.code == "missingValue")
    #expect(try await fixture.lines().count == 3)
  }

  /// The tag and the start of `last`, as a dry run of an edit tells it.
  private func last(_ engine: IntentEngine) async throws -> String {
    let edit = IntentCall("UpdateRecord", with: ["record": "last", "comment": "?"])
    let record = await engine.dryRunCopy().perform(edit, from: .file).result?.value["record"]
    let start = try #require(record?["startTime"]?.string)
    return "\(record?["tag"]?["name"]?.string ?? "-") \(start.dropFirst(11).prefix(5))"
  }
}
