import Foundation
import JSONText
import MinutaCore
import Testing

@testable import MinutaIntents

/// Tests of targets for the time spent in a day or a longer period.
@Suite struct TargetTests {
  /// Creates a fixture at noon on Friday, 2026-11-20, in Zurich.
  private func fixture(_ targets: [Target], off: [String] = []) async throws -> IntentFixture {
    var rules = TimeRules()
    rules.targets = TargetPlan(targets, daysOff: off.compactMap(TimeRules.days))
    let fixture = try IntentFixture(storage: .memory, rules: rules)
    for day in 16...19 {
      try await fixture.log("Work", "2026-11-\(day) 08:00", "2026-11-\(day) 15:00")
    }
    try await fixture.log("Work", "08:00", "11:30")
    return fixture
  }

  private func day(_ text: String) -> Int? { TimeRules.days(text)?.lowerBound }

  @Test func `Status shows the time left today and the time of completion`() async throws {
    let fixture = try await fixture([Target(period: .day, seconds: 8 * 3600)])
    #expect(
      try await fixture.sentence("Status")
        == "No timer is running. Today 3h 30m. Target today: 3h 30m of 8h 00m."
    )
    try await fixture.value("StartTimer", ["tag": "Work", "at": "11:30"])
    let status = try await fixture.value("Status")
    #expect(status["targets"]?[0]?["doneAt"] == "2026-11-20T15:00:00Z")
    #expect(try await fixture.value("State")["targets"] == status["targets"])
    #expect(try await fixture.sentence("State") == (try await fixture.sentence("Status")))
    #expect(
      try await fixture.sentence("Status").hasSuffix(
        "Target today: 4h 00m of 8h 00m, done at 16:00."
      )
    )
  }

  @Test func `Summarize shows the balance up to today`() async throws {
    let fixture = try await fixture([
      Target(period: .week, seconds: 40 * 3600, from: day("2026-11-01")),
      Target(tag: "work", period: .day, seconds: 21_600),
      Target(tag: "Nothing", period: .month, seconds: 21 * 3600),
    ])
    let targets =
      try await fixture.value("Summarize", ["range": "thisWeek"])["targets"]?.array ?? []
    #expect(targets.map { $0["balanceSeconds"] } == [-30_600, 5400, -18_000])
    #expect(targets.map { $0["dueSeconds"] } == [144_000, 108_000, 18_000])
    let lastWeek = try await fixture.value("Summarize", ["range": "lastWeek"])["targets"]?[0]
    #expect(lastWeek?["balanceSeconds"] == -144_000)
  }

  @Test func `E51 new target hours leave earlier balances unchanged`() async throws {
    let old = Target(period: .day, seconds: 8 * 3600)
    let new = Target(period: .day, seconds: 4 * 3600, from: day("2026-11-18"))
    for (targets, due) in [([old], 16), ([old, new], 16), ([new, old], 16)] {
      let fixture = try await fixture(targets)
      let before = try await fixture.value("Summarize", ["range": "2026-11-16/2026-11-17"])
      #expect(before["targets"]?[0]?["dueSeconds"]?.integer == due * 3600)
    }
    let fixture = try await fixture([old, new])
    let week = try await fixture.value("Summarize", ["range": "thisWeek"])
    #expect(week["targets"]?[0]?["dueSeconds"]?.integer == (16 + 12) * 3600)
  }

  @Test func `nothing is due on a day off, and work on it counts as overtime`() async throws {
    let fixture = try await fixture(
      [Target(period: .week, seconds: 40 * 3600)],
      off: ["2026-11-16", "2026-11-18/2026-11-19"]
    )
    let week = try await fixture.value("Summarize", ["range": "thisWeek"])
    #expect(week["targets"]?[0]?["dueSeconds"]?.integer == 16 * 3600)
    #expect(
      try await fixture.sentence("Status")
        .hasSuffix("Target this week: 31h 30m of 16h 00m, 15h 30m over.")
    )
  }

  @Test func `for all time, a target counts from its first day`() async throws {
    let fixture = try await fixture([Target(period: .day, seconds: 3600, from: day("2026-11-19"))])
    let all = try await fixture.value("Summarize", ["range": "all"])["targets"]?[0]
    #expect(all?["dueSeconds"]?.integer == 7200)
    #expect(all?["doneSeconds"]?.integer == 37_800)
  }

  @Test(
    arguments: [
      ("all", "acme", 4), ("2026", "acme", 4), ("thisMonth", "acme", 4),
      ("2026-11-19/today", "acme", 2),
      ("all", "later", 2), ("all", nil, 5), ("lastMonth", nil, 0),
      ("2026-11-01/2026-11-16", "acme", 0),
    ] as [(String, String?, Int)]
  )
  func `a target without a first day starts at its first matching record`(
    range: String,
    tag: String?,
    days: Int
  ) async throws {
    let fixture = try await fixture([Target(tag: tag, period: .day, seconds: 3600)])
    try await fixture.log("acme", "2026-11-17 16:00", "2026-11-17 17:00")
    try await fixture.log("later", "2026-11-19 16:00", "2026-11-19 17:00")
    let targets = try await fixture.value("Summarize", ["range": .string(range)])["targets"]
    #expect(targets?[0]?["dueSeconds"]?.integer ?? 0 == days * 3600)
  }

  @Test func `a target without records starts with the current period`() async throws {
    let fixture = try await fixture([Target(tag: "acme", period: .week, seconds: 5 * 3600)])
    for (range, due) in [("all", 5), ("2026", 5), ("thisWeek", 5), ("today", 1), ("lastWeek", nil)]
    {
      let targets = try await fixture.value("Summarize", ["range": .string(range)])["targets"]
      #expect(targets?[0]?["dueSeconds"]?.integer == due.map { $0 * 3600 })
    }
  }

  @Test(
    arguments: [
      ([:], [nil, "Work", "acme"]), (["tag": "work"], ["Work"]), (["filter": "tag:acme"], ["acme"]),
      (["tag": "Work", "filter": "text:call"], []), (["untagged": true], []),
      (["filter": "not tag:acme"], []), (["filter": "tag:Email"], []),
    ] as [(JSONObject, [String?])]
  )
  func `a filtered summary has only the balances for its records`(
    values: JSONObject,
    tags: [String?]
  ) async throws {
    let fixture = try await fixture(
      [nil, "Work", "acme"].map { Target(tag: $0, period: .day, seconds: 3600) }
    )
    for tag in ["acme", "Email"] { try await fixture.log(tag, "11:30", "11:45") }
    let value = try await fixture.value("Summarize", values)
    #expect((value["targets"]?.array ?? []).map { $0["tag"]?.string } == tags)
  }

  @Test func `a target is not mentioned on a day on which nothing is due`() async throws {
    let fixture = try await fixture([Target(period: .day, seconds: 3600)], off: ["2026-11-20"])
    #expect(try await fixture.sentence("Status") == "No timer is running. Today 3h 30m.")
    #expect(
      try await fixture.sentence("Summarize", ["range": "today"])
        == "Today (Europe/Zurich): 3h 30m."
    )
    let status = try await fixture.value("Status")
    #expect(status["targets"]?[0]?["dueSeconds"] == 0)
  }

  @Test func `monthly hours are spread over the working days to the second`() throws {
    let plan = TargetPlan([Target(period: .month, seconds: 500_001)])
    let days = LocalCalendar(timeZone: .gmt)
    let november = try #require(TimeRules.days("2026-11"))
    let line = try #require(plan.lines.first)
    #expect(plan.due(line, on: november, by: days) == 500_001)
    let saturday = try #require(day("2026-11-21"))
    #expect(plan.due(line, on: saturday..<saturday + 2, by: days) == 0)
  }
}
