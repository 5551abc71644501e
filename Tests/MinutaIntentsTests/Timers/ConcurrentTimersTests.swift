import IntentKit
import JSONText
import MinutaCore
import Testing

@testable import MinutaIntents

@Suite struct ConcurrentTimersTests {
  /// Creates a fixture at noon; by default, `Work` has been running since 11:00 and `Reading` since
  /// 11:30.
  private func fixture(
    _ timers: ConcurrentTimerPolicy,
    _ overlap: OverlapPolicy = .allow,
    running: [(tag: String, start: String)] = [("Work", "11:00"), ("Reading", "11:30")]
  ) async throws -> IntentFixture {
    let now = "2026-11-20T12:00:00Z"
    let fixture = try IntentFixture(now: now, timeZone: "UTC", storage: .folder)
    for (tag, start) in running {
      try await fixture.value("StartTimer", ["tag": .string(tag), "at": .string(start)])
    }
    var rules = TimeRules()
    (rules.timers, rules.overlap) = (timers, overlap)
    return try fixture.with(rules)
  }

  @Test(arguments: ["StartTimer", "ToggleTimer", "ResumeTimer"])
  func `a timer started beside others names them in sentence and result`(
    intent: String
  ) async throws {
    let advice =
      "You can stop others first, or at each start.\n"
      + "  minuta switch\n  minuta config set oneTimer true"
    for (running, sentence) in [
      ([("Work", "11:00")], "'Work' is still running. \(advice)"),
      (
        [("Work", "11:00"), ("Reading", "11:30")],
        "'Work' and 'Reading' are still running. \(advice)"
      ),
    ] {
      let fixture = try await fixture(.warn, running: running)
      let outcome = await fixture.perform(intent, try await values(of: intent, fixture))
      #expect(outcome.sentence.hasPrefix("Started 'Email'"))
      #expect(outcome.sentence.hasSuffix(". \(sentence)"))
      #expect(names(outcome, "stillRunning") == running.map(\.0))
      #expect(names(outcome, "stopped") == [])
      #expect(try await names(fixture.value("Status"), "running").count == running.count + 1)
    }
  }

  @Test(arguments: ["StartTimer", "ToggleTimer", "ResumeTimer"])
  func `with oneTimer a start stops the others, and undo reverts both`(
    intent: String
  ) async throws {
    let fixture = try await fixture(.stop)
    let values = try await values(of: intent, fixture)
    let before = try await fixture.lines()
    let planned = await fixture.dryRun(intent, values)
    #expect(planned.sentence.hasPrefix("Would stop 'Work' after 1h 00m"))
    #expect(planned.result?.plan?.changes.count { $0["kind"] == "record" } == 3)
    #expect(try await fixture.lines() == before)
    let outcome = await fixture.perform(intent, values)
    #expect(outcome.sentence.hasPrefix("Stopped 'Work' after 1h 00m"))
    #expect(outcome.sentence.contains("; started 'Email'"))
    #expect(names(outcome, "stopped") == ["Work", "Reading"])
    #expect(names(outcome, "stillRunning") == [])
    #expect(try await names(fixture.value("Status"), "running") == ["Email"])
    try await fixture.value("Undo")
    #expect(try await fixture.lines() == before)
  }

  @Test func `other timers stop at the new timer's start, or nothing changes`() async throws {
    let fixture = try await fixture(.stop)
    let early = await fixture.perform("StartTimer", ["tag": "Email", "at": "11:15"])
    #expect(early.error?.code == "endBeforeStart")
    try await fixture.value("StartTimer", ["tag": "Email", "at": "11:45"])
    #expect(
      try await fixture.lines() == ["Work 11:00-11:45", "Reading 11:30-11:45", "Email 11:45-"]
    )
    #expect(await fixture.undeclaredEvents() == [])
  }

  @Test func `with oneTimer a running timer with the tag keeps running alone`() async throws {
    let fixture = try await fixture(.stop)
    let outcome = await fixture.perform("StartTimer", ["tag": "Reading"])
    #expect(
      outcome.sentence.hasPrefix("Stopped 'Work' after 1h 00m")
        && outcome.sentence.contains("; a timer for 'Reading' is already running, since 11:30")
    )
    #expect(try await fixture.lines() == ["Work 11:00-12:00", "Reading 11:30-"])
  }

  @Test(
    arguments: [
      (ConcurrentTimerPolicy.warn, OverlapPolicy.allow, true), (.stop, .allow, true),
      (.allow, .allow, false), (.warn, .warn, false),
    ]
  )
  func `other timers are not mentioned if the call or another note covers them`(
    timers: ConcurrentTimerPolicy,
    overlap: OverlapPolicy,
    isParallel: Bool
  ) async throws {
    let fixture = try await fixture(timers, overlap)
    let outcome = await fixture.perform(
      "StartTimer",
      ["tag": "Email", "parallel": .bool(isParallel)]
    )
    #expect(outcome.status == "ok")
    #expect(!outcome.sentence.contains("still"))
    #expect(names(outcome, "stillRunning") == ["Work", "Reading"])
  }

  @Test func `policy adjust leaves no other timer running`() async throws {
    let fixture = try await fixture(.warn, .adjust)
    let outcome = await fixture.perform("StartTimer", ["tag": "Email"])
    #expect(outcome.result?.value["stillRunning"] == nil)
    #expect(!outcome.sentence.contains("still"))
    #expect(try await names(fixture.value("Status"), "running") == ["Email"])
  }

  @Test func `without other timers, a start names none`() async throws {
    let fixture = try await fixture(.warn, running: [])
    let first = await fixture.perform("StartTimer", ["tag": "Work"])
    #expect(first.result?.value["stillRunning"] == nil)
    #expect(!first.sentence.contains("still"))
    try await fixture.value("StartTimer", ["tag": "Email"])
    let again = await fixture.perform("StartTimer", ["tag": "Work"])
    #expect(!again.sentence.contains("still"))
  }

  /// Returns the arguments with which an intent starts a timer for `Email`.
  private func values(of intent: String, _ fixture: IntentFixture) async throws -> JSONObject {
    if intent != "ResumeTimer" { return ["tag": "Email"] }
    return ["record": try await fixture.log("Email", "09:00", "09:30")["id"] ?? .null]
  }

  private func names(_ outcome: Outcome, _ member: String) -> [String] {
    names(outcome.result?.value ?? [:], member)
  }

  private func names(_ value: JSONObject, _ member: String) -> [String] {
    value[member]?.array?.compactMap { $0["tag"]?["name"]?.string } ?? []
  }
}
