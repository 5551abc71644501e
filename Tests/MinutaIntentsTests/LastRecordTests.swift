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
  /// A bench at noon on which `Early` from 08:00, `Noon` from 11:00 and `Dawn` from 06:00 were
  /// logged, in this order.
  private func bench() async throws -> IntentBench {
    let bench = try IntentBench(now: "2026-11-20T12:00:00Z", timeZone: "UTC")
    for (tag, start) in [("Early", "08:00"), ("Noon", "11:00"), ("Dawn", "06:00")] {
      try await bench.value(
        "LogTime",
        ["tag": .string(tag), "start": .string(start), "duration": "10m"]
      )
    }
    return bench
  }

  private struct Case: CustomTestStringConvertible {
    let testDescription: String
    let calls: [Call]
    let last: String

    init(_ name: String, _ calls: [Call], _ last: String) {
      (testDescription, self.calls, self.last) = (name, calls, last)
    }
  }

  private static let edit = Call("UpdateRecord", with: ["record": early, "comment": "a"])
  private static let early: JSONValue = "00000000-0000-4000-8000-000000000004"
  private static let noon: JSONValue = "00000000-0000-4000-8000-000000000006"
  private static let start = Call("StartTimer", with: ["tag": "New", "at": "05:00"])

  private static let cases = [
    Case("what was logged", [], "Dawn 06:00"),
    Case("what was edited", [edit], "Early 08:00"),
    Case("what was started", [edit, start], "New 05:00"),
    Case("what was stopped", [start, edit, Call("StopTimer", with: ["tag": "New"])], "New 05:00"),
    Case(
      "not what was stopped with others",
      [start, Call("StartTimer", with: ["tag": "Other", "at": "05:30"]), edit, Call("StopTimer")],
      "Early 08:00"
    ),
    Case(
      "what was switched to",
      [start, Call("SwitchTimer", with: ["tag": "Noon"])],
      "Noon 12:00"
    ),
    Case("what was toggled", [edit, Call("ToggleTimer", with: ["tag": "Dawn"])], "Dawn 12:00"),
    Case("what was resumed", [Call("ResumeTimer", with: ["record": early])], "Early 12:00"),
    Case(
      "the end of what was split",
      [Call("SplitRecord", with: ["record": early, "at": ["08:05"]])],
      "Early 08:05"
    ),
    Case(
      "the rest of what was cut",
      [Call("CutRange", with: ["start": "08:02", "end": "08:05"])],
      "Early 08:05"
    ),
    Case(
      "what was joined",
      [Call("JoinRecords", with: ["records": [early, noon], "tag": "Noon", "confirm": true])],
      "Noon 08:00"
    ),
    Case(
      "not what was deleted",
      [edit, Call("DeleteRecord", with: ["record": "last"])],
      "Dawn 06:00"
    ),
    Case(
      "what was restored",
      [
        Call("DeleteRecord", with: ["record": noon]), Call("RestoreRecord", with: ["record": noon]),
      ],
      "Noon 11:00"
    ),
    Case(
      "not what was changed with others",
      [edit, Call("BulkUpdate", with: ["filter": "tag:Dawn", "shift": "-5m", "confirm": true])],
      "Early 08:00"
    ),
    Case("not what an undone call was about", [edit, Call("Undo")], "Dawn 06:00"),
    Case(
      "what a call that was done again was about",
      [edit, Call("Undo"), Call("Redo")],
      "Early 08:00"
    ),
    Case(
      "no record that an undo took away",
      [start, Call("Undo"), Call("Undo")],
      "Noon 11:00"
    ),
    Case(
      "not what a tag was changed of",
      [edit, Call("RenameTag", with: ["tag": "Noon", "name": "N"])],
      "Early 08:00"
    ),
    Case(
      "not what made room, nor what was left of it",
      [Call("LogTime", with: ["tag": "In", "start": "08:02", "end": "08:04"])],
      "In 08:02"
    ),
  ]

  @Test(arguments: cases)
  private func `last is`(_ expected: Case) async throws {
    var rules = TimeRules()
    rules.overlap = .adjust
    let bench = try await bench()
    let adjusting = try bench.with(rules)
    let isAdjusting = expected.testDescription.contains("room")
    for call in expected.calls {
      let outcome = await (isAdjusting ? adjusting : bench).engine.perform(call, from: .file)
      #expect(outcome.status == "ok", "\(outcome.sentence)")
    }
    #expect(try await last(bench.engine) == expected.last)
  }

  @Test(arguments: cases)
  private func `a dry run of the calls knows the same`(_ expected: Case) async throws {
    if expected.testDescription.contains("room") { return }
    let bench = try await bench()
    let rehearsal = await bench.engine.rehearsal()
    for call in expected.calls {
      let outcome = await rehearsal.perform(call, from: .file)
      #expect(outcome.status == "planned", "\(outcome.sentence)")
    }
    #expect(try await last(rehearsal) == expected.last)
    #expect(try await last(bench.engine) == "Dawn 06:00")
  }

  @Test(arguments: [false, true])
  func `each call of a batch counts as what it is`(isAtomic: Bool) async throws {
    var options = BatchOptions()
    options.isAtomic = isAtomic
    let bench = try await bench()
    let calls = [Self.edit, Call("StartTimer", with: ["tag": "New", "at": "05:00"])]
    let follow = Call("UpdateRecord", with: ["record": "last", "comment": "b"])
    let run = BatchRun(engine: bench.engine, door: .file, options: options)
    let summary = try await run.perform(CallList(calls + [follow])) { _ in }
    #expect(summary.succeeded == 3)
    #expect(try await bench.lines().first == "New 05:00- b")
    #expect(try await last(bench.engine) == "New 05:00")
  }

  @Test func `a call of a batch that changes nothing leaves it alone`() async throws {
    let bench = try await bench()
    let calls = [
      Call("UpdateRecord", with: ["record": Self.early, "tag": "Early"]),
      Call("BulkUpdate", with: ["filter": "tag:Noon", "shift": "-5m", "confirm": true]),
    ]
    let run = BatchRun(engine: bench.engine, door: .file)
    let summary = try await run.perform(CallList(calls)) { _ in }
    #expect(summary.succeeded == 2)
    #expect(try await last(bench.engine) == "Dawn 06:00")
  }

  @Test func `of two starts in one second the second is last, and toggling starts one like it`()
    async throws
  {
    // Ids are random here, so that one of these would find them the wrong way round.
    for _ in 0..<8 {
      let bench = try IntentBench(now: "2026-11-20T12:00:00Z", timeZone: "UTC").with(TimeRules())
      try await bench.value("StartTimer", ["tag": "First"])
      try await bench.value("StartTimer", ["tag": "Second"])
      #expect(try await last(bench.engine) == "Second 12:00")
      try await bench.value("ToggleTimer")
      #expect(try await last(bench.engine) == "Second 12:00")
      let again = try await bench.value("ToggleTimer")
      #expect(again["records"]?[0]?["tag"]?["name"] == "Second")
    }
  }

  @Test func `without history it is the record that started last`() async throws {
    let bench = try await bench()
    for name in try bench.folder.content().keys where name.contains("history-") {
      try FileManager.default.removeItem(atPath: "\(bench.folder.path)/\(name)")
    }
    #expect(try await last(bench.engine) == "Noon 11:00")
  }

  @Test func `a record is deleted only where it is named`() async throws {
    let bench = try await bench()
    let outcome = await bench.perform("DeleteRecord")
    #expect(outcome.error?.code == "missingValue")
    #expect(try await bench.lines().count == 3)
  }

  /// The tag and the start of `last`, as a dry run of an edit tells it.
  private func last(_ engine: IntentEngine) async throws -> String {
    let edit = Call("UpdateRecord", with: ["record": "last", "comment": "?"])
    let record = await engine.rehearsal().perform(edit, from: .file).answer?.value["record"]
    let start = try #require(record?["startTime"]?.string)
    return "\(record?["tag"]?["name"]?.string ?? "-") \(start.dropFirst(11).prefix(5))"
  }
}
