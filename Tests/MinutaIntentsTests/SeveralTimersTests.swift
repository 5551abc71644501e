import IntentKit
import JSONText
import MinutaCore
import Testing

@testable import MinutaIntents

@Suite struct SeveralTimersTests {
  /// A bench in which `Work` runs since 11:00 and `Reading` since 11:30; it is noon.
  private func bench(
    _ timers: TimerPolicy,
    _ overlap: OverlapPolicy = .allow,
    running: [(tag: String, start: String)] = [("Work", "11:00"), ("Reading", "11:30")]
  ) async throws -> IntentBench {
    let now = "2026-11-20T12:00:00Z"
    let bench = try IntentBench(now: now, timeZone: "UTC", keeping: .folder)
    for (tag, start) in running {
      try await bench.value("StartTimer", ["tag": .string(tag), "at": .string(start)])
    }
    var rules = TimeRules()
    (rules.timers, rules.overlap) = (timers, overlap)
    return try bench.with(rules)
  }

  @Test(arguments: ["StartTimer", "ToggleTimer", "ResumeTimer"])
  func `a timer that starts beside others names them, in words and as a fact`(
    intent: String
  ) async throws {
    for (running, words) in [
      ([("Work", "11:00")], "'Work' is still running; 'minuta switch' stops it first."),
      (
        [("Work", "11:00"), ("Reading", "11:30")],
        "'Work' and 'Reading' are still running; 'minuta switch' stops them first."
      ),
    ] {
      let bench = try await bench(.warn, running: running)
      let outcome = await bench.perform(intent, try await values(of: intent, bench))
      #expect(outcome.sentence.hasPrefix("Started 'Email'"))
      #expect(outcome.sentence.hasSuffix(". \(words)"))
      #expect(names(outcome, "stillRunning") == running.map(\.0))
      #expect(names(outcome, "stopped") == [])
      #expect(try await names(bench.value("Status"), "running").count == running.count + 1)
    }
  }

  @Test(arguments: ["StartTimer", "ToggleTimer", "ResumeTimer"])
  func `with one timer a start stops the others, and undo takes both back`(
    intent: String
  ) async throws {
    let bench = try await bench(.stop)
    let values = try await values(of: intent, bench)
    let before = try await bench.lines()
    let planned = await bench.engine.rehearsal().perform(Call(intent, with: values), from: .file)
    #expect(planned.sentence.hasPrefix("Would stop 'Work' after 1h 00m"))
    #expect(planned.answer?.plan?.changes.count { $0["kind"] == "record" } == 3)
    #expect(try await bench.lines() == before)
    let outcome = await bench.perform(intent, values)
    #expect(outcome.sentence.hasPrefix("Stopped 'Work' after 1h 00m"))
    #expect(outcome.sentence.contains("; started 'Email'"))
    #expect(names(outcome, "stopped") == ["Work", "Reading"])
    #expect(names(outcome, "stillRunning") == [])
    #expect(try await names(bench.value("Status"), "running") == ["Email"])
    try await bench.value("Undo")
    #expect(try await bench.lines() == before)
  }

  @Test func `the others are stopped when the timer starts, or nothing is done`() async throws {
    let bench = try await bench(.stop)
    let early = await bench.perform("StartTimer", ["tag": "Email", "at": "11:15"])
    #expect(early.error?.code == "endBeforeStart")
    try await bench.value("StartTimer", ["tag": "Email", "at": "11:45"])
    #expect(try await bench.lines() == ["Work 11:00-11:45", "Reading 11:30-11:45", "Email 11:45-"])
    #expect(await bench.strayEvents() == [])
  }

  @Test func `with one timer the one that runs with the tag goes on alone`() async throws {
    let bench = try await bench(.stop)
    let outcome = await bench.perform("StartTimer", ["tag": "Reading"])
    #expect(
      outcome.sentence.hasPrefix("Stopped 'Work' after 1h 00m")
        && outcome.sentence.contains("; a timer for 'Reading' is running already, since 11:30")
    )
    #expect(try await bench.lines() == ["Work 11:00-12:00", "Reading 11:30-"])
  }

  @Test(
    arguments: [
      (TimerPolicy.warn, OverlapPolicy.allow, true), (.stop, .allow, true),
      (.allow, .allow, false), (.warn, .warn, false),
    ]
  )
  func `nothing is said of timers where they were asked for, or are named otherwise`(
    timers: TimerPolicy,
    overlap: OverlapPolicy,
    isParallel: Bool
  ) async throws {
    let bench = try await bench(timers, overlap)
    let outcome = await bench.perform(
      "StartTimer",
      ["tag": "Email", "parallel": .bool(isParallel)]
    )
    #expect(outcome.status == "ok")
    #expect(!outcome.sentence.contains("still"))
    #expect(names(outcome, "stillRunning") == ["Work", "Reading"])
  }

  @Test func `where room is made no timer is still running`() async throws {
    let bench = try await bench(.warn, .adjust)
    let outcome = await bench.perform("StartTimer", ["tag": "Email"])
    #expect(outcome.answer?.value["stillRunning"] == nil)
    #expect(!outcome.sentence.contains("still"))
    #expect(try await names(bench.value("Status"), "running") == ["Email"])
  }

  @Test func `a timer that is started alone names none, and neither does one that runs already`()
    async throws
  {
    let bench = try await bench(.warn, running: [])
    let first = await bench.perform("StartTimer", ["tag": "Work"])
    #expect(first.answer?.value["stillRunning"] == nil)
    #expect(!first.sentence.contains("still"))
    try await bench.value("StartTimer", ["tag": "Email"])
    let again = await bench.perform("StartTimer", ["tag": "Work"])
    #expect(!again.sentence.contains("still"))
  }

  /// The values with which an intent starts `Email`.
  private func values(of intent: String, _ bench: IntentBench) async throws -> JSONObject {
    if intent != "ResumeTimer" { return ["tag": "Email"] }
    return ["record": try await bench.log("Email", "09:00", "09:30")["id"] ?? .null]
  }

  private func names(_ outcome: Outcome, _ member: String) -> [String] {
    names(outcome.answer?.value ?? [:], member)
  }

  private func names(_ value: JSONObject, _ member: String) -> [String] {
    value[member]?.array?.compactMap { $0["tag"]?["name"]?.string } ?? []
  }
}
