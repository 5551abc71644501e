import IntentKit
import JSONText
import MinutaCore
import Testing

@testable import MinutaIntents

@Suite struct OverlapTests {
  private func fixture(_ policy: OverlapPolicy) async throws -> IntentFixture {
    var rules = TimeRules()
    rules.overlap = policy
    let fixture = try IntentFixture(timeZone: "UTC", storage: .memory, rules: rules)
    try await fixture.log("Work", "08:00", "10:00")
    return fixture
  }

  private static let overlapping: JSONObject = ["tag": "Email", "start": "09:00", "end": "09:30"]

  @Test(arguments: OverlapPolicy.allCases)
  func `E13 a record may begin when another ends`(policy: OverlapPolicy) async throws {
    let fixture = try await fixture(policy)
    let value = try await fixture.value(
      "LogTime",
      ["tag": "Email", "start": "10:00", "end": "10:30"]
    )
    #expect(value["overlaps"] == nil)
    try await fixture.value("LogTime", ["tag": "Email", "start": "09:00", "end": "09:00"])
    #expect(try await fixture.lines().count == 3)
  }

  @Test func `E13 fractions of seconds are dropped`() async throws {
    let fixture = try await fixture(.refuse)
    let logged = try await fixture.log(
      "Email",
      "2026-11-20T10:00:00.999Z",
      "2026-11-20T10:30:00.5Z"
    )
    #expect(logged["startTime"] == "2026-11-20T10:00:00Z")
    #expect(logged["endTime"] == "2026-11-20T10:30:00Z")
    let started = try await fixture.value("StartTimer", ["at": "2026-11-20T10:30:00.1Z"])
    #expect(started["record"]?["startTime"] == "2026-11-20T10:30:00Z")
    let stopped = try await fixture.value("StopTimer", ["at": "2026-11-20T10:45:00.9Z"])
    #expect(stopped["records"]?[0]?["durationSeconds"] == 900)
  }

  @Test func `without a policy, records may overlap, which only the sentence says`() async throws {
    let fixture = try await fixture(.allow)
    let outcome = await fixture.perform("LogTime", Self.overlapping)
    #expect(
      outcome.sentence
        == "Logged 30m on 'Email' (new tag), 09:00 to 09:30 (00000000). "
        + "Overlaps 'Work', 08:00 to 10:00."
    )
    #expect(outcome.result?.value["overlaps"] == nil)
  }

  @Test(arguments: [OverlapPolicy.allow, .warn])
  func `each call of an atomic batch names only the overlaps of its own record`(
    policy: OverlapPolicy
  ) async throws {
    let fixture = try await fixture(policy)
    let logs = ["09:00", "06:00", "09:30"].map { start in
      IntentCall("LogTime", with: ["tag": "Email", "start": .string(start), "duration": "1h"])
    }
    let edit = IntentCall("RenameTag", with: ["tag": "Email", "name": "Mail"])
    let outcomes = await fixture.engine.performGroup(
      [logs[0], edit, logs[1], logs[2]].map { BatchCall($0) },
      as: .allOrNothing,
      from: .file
    )
    let overlaps = outcomes.map { $0.sentence.split(separator: "). ").dropFirst().joined() }
    #expect(
      overlaps == [
        "Overlaps 'Work', 08:00 to 10:00.", "", "",
        "Overlaps 'Work', 08:00 to 10:00 and 1 other record.",
      ]
    )
  }

  @Test func `a start at a given time names the finished records that it overlaps`() async throws {
    let fixture = try await fixture(.allow)
    let started = try await fixture.sentence("StartTimer", ["tag": "Email", "at": "09:15"])
    #expect(started.hasSuffix(" Overlaps 'Work', 08:00 to 10:00."), "\(started)")
    let second = try await fixture.sentence("StartTimer", ["tag": "Call", "at": "10:00"])
    #expect(second.contains("'Email' is still running"), "\(second)")
    #expect(!second.contains("Overlaps"), "\(second)")
    let switched = try await fixture.sentence("SwitchTimer", ["tag": "Plan", "at": "10:00"])
    #expect(!switched.contains("Overlaps"), "\(switched)")
    let now = try await fixture.sentence("StartTimer", ["tag": "Mail"])
    #expect(!now.contains("Overlaps"), "\(now)")
  }

  @Test func `policy warn names the overlapped records`() async throws {
    let fixture = try await fixture(.warn)
    let outcome = await fixture.perform("LogTime", Self.overlapping)
    #expect(
      outcome.sentence
        == "Logged 30m on 'Email' (new tag), 09:00 to 09:30 (00000000). "
        + "Overlaps 'Work', 08:00 to 10:00."
    )
    #expect(outcome.result?.value["overlaps"]?.array?.count == 1)
    let all: JSONObject = ["tag": "Email", "start": "07:00", "end": "10:30"]
    let planned = await fixture.dryRun("LogTime", all)
    let sentence = " Would overlap 'Work', 08:00 to 10:00 and 1 other record."
    #expect(planned.sentence.contains(sentence))
  }

  @Test(
    arguments: [
      ("LogTime", overlapping), ("StartTimer", ["tag": "Email", "at": "09:00"]),
      ("StartTimer", ["tag": "Email", "at": "07:00"]),
    ] as [(String, JSONObject)]
  )
  func `policy refuse names the overlapped records and changes nothing`(
    intent: String,
    values: JSONObject
  ) async throws {
    let fixture = try await fixture(.refuse)
    let outcome = await fixture.perform(intent, values)
    #expect(outcome.error?.code == "recordsOverlap")
    #expect(outcome.error?.data["records"]?.array?.count == 1)
    #expect(try await fixture.lines() == ["Work 08:00-10:00"])
  }

  @Test func `a second timer is refused or ends the first`() async throws {
    for (policy, lines) in [
      (OverlapPolicy.refuse, ["Work 08:00-10:00", "Email 10:30-"]),
      (.adjust, ["Work 08:00-10:00", "Email 10:30-11:00", "Reading 11:00-"]),
    ] {
      let fixture = try await fixture(policy)
      try await fixture.value("StartTimer", ["tag": "Email", "at": "10:30"])
      _ = await fixture.perform("StartTimer", ["tag": "Reading"])
      #expect(try await fixture.lines() == lines)
    }
  }

  @Test func `policy adjust shortens records, shows it in dry runs and is undone in one step`()
    async throws
  {
    let fixture = try await fixture(.adjust)
    let note =
      "To make room, 'Work', 08:00 to 10:00 (00000000) became 08:00 to 09:00 and 09:30 to 10:00."
    let planned = await fixture.dryRun("LogTime", Self.overlapping)
    #expect(planned.sentence.contains(note.replacing(" became ", with: " would become ")))
    #expect(try await fixture.lines() == ["Work 08:00-10:00"])
    #expect(try await fixture.sentence("LogTime", Self.overlapping).hasSuffix(note))
    #expect(
      try await fixture.lines() == ["Work 08:00-09:00", "Email 09:00-09:30", "Work 09:30-10:00"]
    )
  }

  @Test func `policy adjust deletes no record`() async throws {
    let fixture = try await fixture(.adjust)
    let outcome = await fixture.perform(
      "LogTime",
      ["tag": "Email", "start": "07:00", "end": "10:00"]
    )
    #expect(outcome.error?.code == "recordsOverlap")
    #expect(try await fixture.lines() == ["Work 08:00-10:00"])
  }

  @Test func `records that already overlap can be edited`() async throws {
    let free = try await fixture(.allow)
    try await free.value("LogTime", Self.overlapping)
    var rules = TimeRules()
    rules.overlap = .refuse
    let fixture = try free.with(rules)
    try await fixture.value("UpdateRecord", ["record": "last", "end": "09:45"])
    let value = try await fixture.value(
      "BulkUpdate",
      ["filter": "not running", "shift": "-1h", "confirm": true]
    )
    #expect(value["count"] == 2)
  }
}
