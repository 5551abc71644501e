import Foundation
import IntentKit
import JSONText
import MinutaCore
import MinutaTestSupport
import Testing

@testable import MinutaIntents

@Suite struct PlannedSentenceTests {
  private static let image = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"

  /// A call of each intent that writes, and more where its sentence has several forms; the records are
  /// those of the working day.
  private static let calls: [Call] = [
    Call("ArchiveTag", with: ["tag": "Work"]),
    Call("AttachImage", with: ["record": "last", "data": .string(image), "type": "gif"]),
    Call("BulkUpdate", with: ["filter": "tag:Work", "shift": "-5m"]),
    Call("BulkUpdate", with: ["filter": "not running", "delete": true]),
    Call("CancelTimer"),
    Call("CreateTag", with: ["tag": "New"]),
    Call("CutRange", with: ["start": "10:00", "end": "11:45"]),
    Call("DeleteRecord", with: ["record": "last"]),
    Call("DeleteTag", with: ["tag": "Work"]),
    Call("Doctor", with: ["repair": true]),
    Call("JoinRecords", with: ["records": ["AAAA", "last"], "tag": "Work"]),
    Call("LogTime", with: ["tag": "New", "start": "08:00", "duration": "5m"]),
    Call("LogTime", with: ["tag": "Work", "start": "2026-11-18 09:00", "end": "-2h"]),
    Call("LogTime", with: ["tag": "Work", "start": "09:00", "end": "09:30"]),
    Call("RemoveImage", with: ["record": "last", "image": 0]),
    Call("RenameTag", with: ["tag": "Work", "name": "Job"]),
    Call("RenameTag", with: ["tag": "Work", "name": "Email"]),
    Call("RestoreRecord", with: ["record": "AAAA"]),
    Call("ResumeTimer", with: ["record": "AAAA"]),
    Call("SetTagColor", with: ["tag": "Work", "color": "#ff0080"]),
    Call("SplitRecord", with: ["at": ["11:45"]]),
    Call("StartTimer", with: ["tag": "New"]),
    Call("StopTimer"),
    Call("SwitchTimer", with: ["tag": "Email", "at": "11:50"]),
    Call("ToggleTimer"),
    Call("ToggleTimer", with: ["tag": "Work"]),
    Call("UnarchiveTag", with: ["tag": "Old"]),
    Call("UpdateRecord", with: ["comment": "Plan"]),
    Call("Undo"),
    Call("Redo"),
    Call("Resolve", with: ["choice": "stopAt", "at": "08:30", "record": "BBBB"]),
    Call("Resolve", with: ["choice": "cancel", "record": "BBBB"]),
  ]

  /// The working day, with two records of known ids: one of yesterday, and a timer left running.
  private func bench() async throws -> IntentBench {
    let now = "2026-11-20T12:00:00Z"
    var rules = TimeRules()
    rules.overlap = .warn
    let bench = try IntentBench(now: now, timeZone: "UTC", rules: rules, wakefulness: NoUptime())
    let tags = ["Work", "Email", "Old"].enumerated().map { place, name in
      JSONValue.object([
        "id": .string("0000000\(place)-0000-4000-8000-000000000000"), "name": .string(name),
        "color": "#000000", "isArchived": .bool(name == "Old"),
        "createdAt": "2026-01-01T00:00:00Z",
      ])
    }
    try bench.folder.write(JSONValue.object(["tags": .array(tags)]).text(), to: "tags.json")
    for (id, start, end) in [("AAAA", "19T09:00", "19T10:00"), ("BBBB", "19T08:00", nil)] {
      let endTime = end.map { #", "endTime": "2026-11-\#($0):00Z""# } ?? ""
      let record =
        #"{"id": "\#(id)AAAA-0000-4000-8000-000000000000", "startTime": "2026-11-\#(start):00Z""#
        + #", "tagId": "00000000-0000-4000-8000-000000000000"\#(endTime)}"#
      let clock = start.suffix(5).filter { $0 != ":" }
      try bench.folder.write(record, to: "records/2026/11/2026-11-19_\(clock)00.json")
    }
    try await bench.log("Work", "09:00", "10:30")
    try await bench.log("Email", "10:30", "11:00")
    try await bench.value("StartTimer", ["tag": "Reading", "at": "11:30"])
    return bench
  }

  @Test func `every intent that writes says in a dry run what it would do`() async throws {
    let writing = BuiltInIntents.all.filter { type in
      let json = try? JSONValue(parsing: type.definition)
      return json?["effects"]?["readOnly"] != true
    }
    #expect(Set(writing.map { "\($0)" }) == Set(Self.calls.map(\.intent)))
    var lines: [String] = []
    for call in Self.calls {
      let bench = try await bench()
      try await prepare(call, bench)
      let outcome = await bench.engine.rehearsal().perform(call, from: .commandLine)
      #expect(outcome.status == "planned", "\(call.intent)")
      lines.append("\(call.intent): \(outcome.sentence)")
    }
    try expectSnapshot(lines.joined(separator: "\n") + "\n", "planned-sentences.txt")
  }

  /// Does what a call needs to have something to do.
  private func prepare(_ call: Call, _ bench: IntentBench) async throws {
    switch call.intent {
    case "CancelTimer", "ResumeTimer", "ToggleTimer":
      try await bench.value("StopTimer", ["record": "BBBB"])
    case "RemoveImage":
      try await bench.value(
        "AttachImage",
        ["record": "last", "data": .string(Self.image), "type": "gif"]
      )
    case "RestoreRecord": try await bench.value("DeleteRecord", ["record": "AAAA"])
    case "Redo": try await bench.value("Undo")
    default: break
    }
  }
}

/// A machine of whose clocks nothing is known.
private struct NoUptime: Wakefulness {
  func reading(at now: Date) -> ClockReading? { nil }
  func awakeTimes() -> AwakeTimes { AwakeTimes() }
  func keep(_ times: AwakeTimes) {}
}
