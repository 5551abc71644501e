import Foundation
import IntentKit
import JSONText
import MinutaCore
import Testing

@testable import MinutaIntents

/// Tests of forgotten timers, and of the intent `Resolve` that corrects them.
@Suite struct ResolveTests {
  /// Returns a time on Friday, 2026-11-20, in UTC.
  private static func date(_ clock: String) -> Date {
    Timestamp.date("2026-11-20T\(clock):00Z") ?? .distantPast
  }

  private static func reading(
    _ clock: String,
    boot: String = "a",
    bootedAt: String = "06:00",
    asleep: Int = 0
  ) -> UptimeSample {
    UptimeSample(now: date(clock), boot: boot, bootedAt: date(bootedAt), asleepSeconds: asleep)
  }

  /// An uptime source for a machine that was last seen awake at 9:10, and had slept for 2.5 hours by
  /// 12:00.
  private static var sleeper: StubUptimeSource {
    StubUptimeSource(
      [UptimeHistory.AwakePeriod(first: reading("08:00"), last: date("09:10"))],
      now: reading("12:00", asleep: 9000)
    )
  }

  private func fixture(_ machine: (any UptimeSource)?, at start: String = "08:30") async throws
    -> IntentFixture
  {
    let plain = try IntentFixture(now: "2026-11-20T12:00:00Z", timeZone: "UTC", storage: .memory)
    try await plain.value("StartTimer", ["tag": "Work", "at": .string(start)])
    return try plain.with(TimeRules(), machine)
  }

  @Test func `E11 a timer that ran during sleep is reported`() async throws {
    let fixture = try await fixture(Self.sleeper)
    let sentence = try await fixture.sentence("Status")
    #expect(
      sentence.contains(
        "'Work' kept running while the machine slept for 2h 30m (09:30 to 12:00). Decide what"
      )
    )
    let status = try await fixture.value("Status")
    #expect(status["unresolved"]?[0]?["absences"]?[0]?["reason"] == "sleep")
    #expect(try await fixture.value("State")["unresolved"] == status["unresolved"])
    let started = try await fixture.value("StartTimer", ["tag": "Email"])
    #expect(started["unresolved"]?.array?.count == 1)
    #expect(try await fixture.sentence("Resolve").contains("Choose keep, keepAndStop"))
    #expect(try await fixture.lines().count == 2)
  }

  @Test func `E11 a timer that ran during a restart is reported`() async throws {
    for known in [true, false] {
      let periods =
        known
        ? [UptimeHistory.AwakePeriod(first: Self.reading("08:00"), last: Self.date("09:10"))] : []
      let machine = StubUptimeSource(
        periods,
        now: Self.reading("12:00", boot: "b", bootedAt: "11:00")
      )
      let status = try await fixture(machine).value("Status")
      let idlePeriod = status["unresolved"]?[0]?["absences"]?[0]
      #expect(idlePeriod?["reason"] == "restart")
      #expect(idlePeriod?["from"]?.string == "2026-11-20T0\(known ? "9:10" : "8:30"):00Z")
      #expect(idlePeriod?["to"] == "2026-11-20T11:00:00Z")
    }
  }

  @Test func `E11 a timer that ran overnight is reported`() async throws {
    let machine = StubUptimeSource([], now: Self.reading("12:00", bootedAt: "06:00"))
    let awake = StubUptimeSource(
      [
        UptimeHistory.AwakePeriod(
          first: UptimeSample(
            now: Self.date("06:00").addingTimeInterval(-86_400),
            boot: "a",
            bootedAt: .distantPast,
            asleepSeconds: 0
          ),
          last: Self.date("11:00")
        )
      ],
      now: Self.reading("12:00")
    )
    let night = try await fixture(awake, at: "yesterday 18:00").value("Status")["unresolved"]
    #expect(night?[0]?["absences"]?[0]?["reason"] == "night")
    #expect(night?[0]?["absences"]?[0]?["from"] == "2026-11-20T00:00:00Z")
    let restart = try await fixture(machine, at: "yesterday 18:00").value("Status")["unresolved"]
    #expect(restart?[0]?["absences"]?[0]?["reason"] == "restart")
  }

  @Test(
    arguments: [
      (["choice": "keep"], ["Work 08:30-"]),
      (["choice": "keepAndStop"], ["Work 08:30-12:00"]),
      (["choice": "subtract"], ["Work 08:30-09:30", "Work 12:00-"]),
      (["choice": "subtract", "counting": "30m"], ["Work 08:30-10:00", "Work 12:00-"]),
      (["choice": "stopWhenLeft"], ["Work 08:30-09:30"]),
      (["choice": "stopWhenLeft", "counting": "10m"], ["Work 08:30-09:40"]),
      (["choice": "stopAt", "at": "10:15"], ["Work 08:30-10:15"]),
      (
        ["choice": "give", "tag": "Lunch"],
        ["Work 08:30-09:30", "Lunch 09:30-12:00", "Work 12:00-"]
      ),
      (["choice": "cancel"], []),
    ] as [(JSONObject, [String])]
  )
  func `E11 Resolve applies the choice once`(values: JSONObject, lines: [String]) async throws {
    let fixture = try await fixture(Self.sleeper)
    let planned = await fixture.dryRun("Resolve", values)
    #expect(planned.status == "planned")
    #expect(try await fixture.lines() == ["Work 08:30-"])
    let value = try await fixture.value("Resolve", values)
    #expect(value["unresolved"] == [])
    #expect(try await fixture.lines() == lines)
    #expect(try await fixture.value("Status")["unresolved"] == nil)
    #expect(try await fixture.sentence("Resolve", values) == "There are no forgotten timers.")
    #expect(try await fixture.lines() == lines)
  }

  @Test(
    arguments: [
      ["choice": "keep"], ["choice": "subtract"], ["choice": "stopWhenLeft"],
      ["choice": "give", "tag": "Lunch"], ["choice": "cancel"],
    ] as [JSONObject]
  )
  func `E11 undo reopens a resolved timer and redo resolves it again`(values: JSONObject)
    async throws
  {
    let fixture = try IntentFixture(now: "2026-11-20T12:00:00Z", timeZone: "UTC")
    try await fixture.value("StartTimer", ["tag": "Work", "at": "08:30"])
    let reopened = try fixture.with(TimeRules(), Self.sleeper)
    let unresolved = try await reopened.value("Status")["unresolved"]
    #expect(unresolved?.array?.count == 1)
    try await reopened.value("Resolve", values)
    let lines = try await reopened.lines()
    #expect(try await reopened.value("Status")["unresolved"] == nil)
    let sentence =
      values["choice"] == "keep" ? "Undid 'resolve': 'Work', running since 08:30 (00000000)." : ""
    #expect(try await reopened.sentence("Undo").hasPrefix(sentence))
    #expect(try await reopened.lines() == ["Work 08:30-"])
    #expect(try await reopened.value("Status")["unresolved"] == unresolved)
    try await reopened.value("Redo")
    #expect(try await reopened.lines() == lines)
    #expect(try await reopened.value("Status")["unresolved"] == nil)
    try await reopened.value("Undo")
    #expect(try await reopened.value("Status")["unresolved"] == unresolved)
  }

  @Test func `a decision is saved only if its transaction is committed`() async throws {
    let fixture = try await fixture(Self.sleeper)
    let open = try await fixture.value("Status")["unresolved"]
    try #require(open != nil)
    let calls = [
      BatchCall(IntentCall("Resolve", with: ["choice": "keep"])),
      BatchCall(IntentCall("StartTimer", with: ["tag": "Work", "at": "2027-01-01 09:00"])),
    ]
    let outcomes = await fixture.engine.performGroup(calls, as: .allOrNothing, from: .file)
    #expect(outcomes.last?.error?.code == "startInFuture")
    #expect(try await fixture.value("Status")["unresolved"] == open)
  }

  @Test func `undo keeps a later decision about a timer`() {
    let id = UUID()
    var times = UptimeHistory(reviewedUntil: [id: Self.date("09:00")])
    let decision = IdleTimeDecision(timer: id, before: Self.date("08:00"), after: nil)
    let isRefused = !times.apply(decision)
    #expect(isRefused && times.reviewedUntil == [id: Self.date("09:00")])
    let isMade = times.apply(IdleTimeDecision(timer: id, before: Self.date("09:00"), after: nil))
    #expect(isMade)
    #expect(times.reviewedUntil.isEmpty)
  }

  @Test(
    arguments: [
      ["choice": "stopAt"], ["choice": "keep", "at": "10:00"], ["at": "10:00"],
      ["choice": "give"], ["choice": "keep", "counting": "5m"], ["choice": "guess"],
    ] as [JSONObject]
  )
  func `conflicting arguments are refused`(values: JSONObject) async throws {
    let outcome = await (try fixture(Self.sleeper)).perform("Resolve", values)
    let lacksValue = ["give", "stopAt"].contains(values["choice"]?.string)
    #expect(outcome.error?.kind == (lacksValue ? .missingInput : .badInput))
  }

  @Test(arguments: ["StartTimer", "SwitchTimer", "ToggleTimer"])
  func `a timer with an earlier start from the user counts as reviewed`(
    intent: String
  ) async throws {
    let fixture = try IntentFixture(
      now: "2026-11-20T12:00:00Z",
      timeZone: "UTC",
      storage: .memory,
      uptimeSource: Self.sleeper
    )
    try await fixture.value(intent, ["tag": "Work", "at": "08:30"])
    #expect(try await fixture.value("Status")["unresolved"] == nil)
  }

  @Test func `a timer whose earlier start is refused doesn't count as reviewed`() async throws {
    var rules = TimeRules()
    rules.overlap = .refuse
    let fixture = try await fixture(nil).with(rules, Self.sleeper)
    try await fixture.value("LogTime", ["tag": "Email", "start": "07:00", "end": "08:00"])
    let open = try await fixture.value("Status")["unresolved"]
    try #require(open != nil)
    let edit: JSONObject = ["record": "running", "start": "07:30"]
    #expect(await fixture.perform("UpdateRecord", edit).error?.code == "recordsOverlap")
    #expect(try await fixture.value("Status")["unresolved"] == open)
    try await fixture.value("UpdateRecord", ["record": "running", "start": "08:20"])
    #expect(try await fixture.value("Status")["unresolved"] == nil)
  }

  @Test func `uptime is saved only when there is something new`() throws {
    var times = UptimeHistory()
    let notes = [
      Self.reading("08:00"), Self.reading("08:00"), Self.reading("09:00"),
      Self.reading("10:00", asleep: 1800), Self.reading("11:00", boot: "b"),
    ].map { reading in times.note(reading) }
    #expect(notes == [true, false, true, true, true])
    #expect(times.periods.map(\.last) == ["09:00", "10:00", "11:00"].map(Self.date))
    for hour in 0..<200 { _ = times.note(Self.reading("11:00", boot: "\(hour)")) }
    #expect(times.periods.count == 64)
  }
}
