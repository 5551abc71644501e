import IntentKit
import JSONText
import MinutaCore
import Testing

@testable import MinutaIntents

/// Tests untracked time: where it is found, and that it is logged.
@Suite struct GapTests {
  private static func fixture(
    _ records: [(String, String)],
    dayStart: Int = 0
  ) async throws -> IntentFixture {
    var rules = TimeRules()
    rules.dayStart = dayStart
    let fixture = try IntentFixture(timeZone: "UTC", storage: .memory, rules: rules)
    for (start, end) in records {
      try await fixture.value(
        "LogTime",
        ["tag": "Work", "start": .string(start), "end": .string(end), "planned": true]
      )
    }
    return fixture
  }

  private func gaps(
    _ fixture: IntentFixture,
    _ values: JSONObject = ["range": "all"]
  ) async throws -> [String] {
    let gaps = try await fixture.value("ListGaps", values)["gaps"]?.array ?? []
    return gaps.map { gap in
      let times = ["startTime", "endTime"].map { gap[$0]?.string?.dropFirst(11).prefix(5) ?? "" }
      return "\(gap["date"]?.string ?? "") \(times.joined(separator: "-"))"
    }
  }

  /// It is 11:00 on 2026-11-20.
  @Test(
    arguments: [
      ([], []),
      ([("2026-11-18 08:00", "2026-11-18 09:00")], []),
      (
        [("2026-11-18 08:00", "2026-11-18 09:00"), ("2026-11-18 09:30", "2026-11-18 10:00")],
        ["2026-11-18 09:00-09:30"]
      ),
      // A short record within a long one ends no gap.
      (
        [
          ("2026-11-18 08:00", "2026-11-18 10:00"), ("2026-11-18 08:10", "2026-11-18 08:20"),
          ("2026-11-18 10:30", "2026-11-18 11:00"),
        ],
        ["2026-11-18 10:00-10:30"]
      ),
      // The night between two days is no gap.
      ([("2026-11-17 08:00", "2026-11-17 09:00"), ("2026-11-18 09:00", "2026-11-18 10:00")], []),
      // A record over midnight belongs to both days.
      (
        [
          ("2026-11-17 08:00", "2026-11-17 09:00"), ("2026-11-17 23:00", "2026-11-18 01:00"),
          ("2026-11-18 02:00", "2026-11-18 03:00"),
        ],
        ["2026-11-17 09:00-23:00", "2026-11-18 01:00-02:00"]
      ),
      // A record of the day before that another one spans adds nothing.
      (
        [
          ("2026-11-17 20:00", "2026-11-18 04:00"), ("2026-11-17 22:00", "2026-11-17 23:00"),
          ("2026-11-18 05:00", "2026-11-18 06:00"),
        ],
        ["2026-11-18 04:00-05:00"]
      ),
      // Time that hasn't passed yet is no gap.
      ([("2026-11-20 08:00", "2026-11-20 09:00"), ("2026-11-20 15:00", "2026-11-20 16:00")], []),
      // Less than a minute is left out.
      (
        [("2026-11-18 08:00", "2026-11-18 09:00"), ("2026-11-18 09:00:59", "2026-11-18 10:00")], []
      ),
    ] as [([(String, String)], [String])]
  )
  func `a gap lies between the first and the last record of a day`(
    records: [(String, String)],
    expected: [String]
  ) async throws {
    #expect(try await gaps(Self.fixture(records)) == expected)
  }

  @Test func `a day of gaps begins when the user's day begins`() async throws {
    let records = [
      ("2026-11-17 22:00", "2026-11-17 23:00"), ("2026-11-18 02:00", "2026-11-18 03:00"),
      ("2026-11-18 08:00", "2026-11-18 09:00"),
    ]
    #expect(
      try await gaps(Self.fixture(records, dayStart: 4 * 3600)) == ["2026-11-17 23:00-02:00"]
    )
  }

  @Test func `only gaps of a range and a length are listed`() async throws {
    let fixture = try await Self.fixture([
      ("2026-11-17 08:00", "2026-11-17 09:00"), ("2026-11-17 10:00", "2026-11-17 11:00"),
      ("2026-11-18 08:00", "2026-11-18 09:00"), ("2026-11-18 09:10", "2026-11-18 11:00"),
    ])
    #expect(try await gaps(fixture, ["range": "2026-11-18"]) == ["2026-11-18 09:00-09:10"])
    let long: JSONObject = ["range": "2026-11", "atLeast": "30m"]
    #expect(try await gaps(fixture, long) == ["2026-11-17 09:00-10:00"])
    #expect(
      try await fixture.sentence("ListGaps", ["range": "2026-11"])
        == "2026-11-01 to 2026-11-30: 2 gaps, 1h 10m."
    )
    #expect(try await fixture.sentence("ListGaps") == "Today: no gaps.")
  }

  @Test func `gaps are filled once, and several only if the call is confirmed`() async throws {
    let fixture = try await Self.fixture([
      ("08:00", "08:30"), ("08:40", "09:00"), ("09:30", "10:00"),
    ])
    let refused = await fixture.perform("FillGaps", ["tag": "Lunch"])
    #expect(refused.error?.code == "confirmationNeeded")
    #expect(try await fixture.lines().count == 3)
    let confirmed: JSONObject = [
      "tag": "Lunch", "comment": "Soup", "labels": ["break"], "confirm": true,
    ]
    #expect(try await fixture.value("FillGaps", confirmed)["totalSeconds"] == 2400)
    #expect(
      try await fixture.lines() == [
        "Work 08:00-08:30", "Lunch 08:30-08:40 Soup #break", "Work 08:40-09:00",
        "Lunch 09:00-09:30 Soup #break", "Work 09:30-10:00",
      ]
    )
    #expect(try await fixture.sentence("FillGaps", confirmed) == "Today: no gaps to fill.")
  }

  @Test func `the days of a range have their segments, spans, gaps and targets`() async throws {
    var rules = TimeRules()
    rules.targets = TargetPlan([Target(period: .day, seconds: 3600)])
    let fixture = try IntentFixture(timeZone: "UTC", storage: .memory, rules: rules)
    try await fixture.log("Work", "08:00", "09:00")
    try await fixture.log("Email", "09:30", "10:00")
    let value = try await fixture.value("ListDays")
    #expect(value["tags"]?.array?.map { $0["name"] } == ["Work", "Email"])
    let days = try #require(value["days"]?.array)
    #expect(days.map { $0["date"]?.string } == (16...22).map { "2026-11-\($0)" })
    #expect(days.map { $0["dueSeconds"] } == [3600, 3600, 3600, 3600, 3600, 0, 0])
    #expect(days[4]["totalSeconds"] == 5400 && days[4]["gapSeconds"] == 1800)
    #expect(days[4]["segments"]?[1] == ["tag": 1, "seconds": 1800])
    #expect(days[4]["spans"]?[1] == ["tag": 1, "start": 34_200, "end": 36_000])
    #expect(days[0]["gapSeconds"] == nil)
    let filtered = try await fixture.value("ListDays", ["view": "day", "tag": "Email"])
    #expect(filtered["totalSeconds"] == 1800 && filtered["days"]?.array?.count == 1)
    let day = try #require(filtered["days"]?[0])
    #expect(day["gapSeconds"] == nil && day["dueSeconds"] == nil)
    #expect(
      try await fixture.sentence("ListDays") == "2026-11-16 to 2026-11-22: 1h 30m of 5h 00m."
    )
    #expect(try await fixture.value("ListDays", ["view": "month"])["days"]?.array?.count == 30)
  }
}
