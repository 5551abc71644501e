import Foundation
import IntentKit
import JSONText
import MinutaCore
import Testing

@testable import MinutaIntents

/// Tests of arguments that are times.
///
/// In the fixture, it is noon on Friday, 2026-11-20, in Zurich.
@Suite struct TimeTests {
  private let fixture: IntentFixture

  init() throws {
    fixture = try IntentFixture(storage: .memory)
  }

  private func summary(_ values: JSONObject) async throws -> JSONObject {
    try await fixture.value("Summarize", values)
  }

  @Test func `E4 travel changes no past day, and days can follow each record's time zone`()
    async throws
  {
    let tokyo = try IntentFixture(now: "2026-11-20T11:00:00Z", timeZone: "Asia/Tokyo")
    try await tokyo.log("Work", "2026-11-20 00:30", "2026-11-20 01:30")
    let record = try await tokyo.value("ListRecords", ["range": "all"])["records"]?[0]
    #expect(record?["timeZone"] == "Asia/Tokyo")
    for (zone, day) in [
      ("Europe/Zurich", "2026-11-19"), ("Asia/Tokyo", "2026-11-20"), ("record", "2026-11-20"),
    ] {
      let value = try await tokyo.value(
        "Summarize",
        ["range": "2026", "groupBy": ["day"], "timeZone": .string(zone)]
      )
      #expect(value["groups"]?[0]?["key"]?.string == day)
      #expect(value["daysOf"]?.string == (zone == "record" ? "record" : nil))
      let own = zone == "record" ? "Asia/Tokyo" : zone
      #expect(value["range"]?["timeZone"]?.string == own)
    }
  }

  @Test func `E12 a call reads the clock once, and a caller may give the time`() async throws {
    let started = try await fixture.value(
      "StartTimer",
      ["tag": "Work", "at": "2026-11-20T10:00:00Z"]
    )
    #expect(started["record"]?["durationSeconds"] == 3600)
    let stopped = try await fixture.value("StopTimer", ["at": "2026-11-20T10:30:00+00:00"])
    #expect(stopped["records"]?[0]?["endTime"] == "2026-11-20T10:30:00Z")
  }

  @Test func `E15 the duration is shown, and more than 60 days needs 'long'`() async throws {
    #expect(
      try await fixture.sentence("LogTime", ["duration": "30m"])
        == "Logged 30m on untagged time, 11:30 to 12:00 (00000000)."
    )
    let year: JSONObject = ["start": "2025-11-20 08:00", "end": "2026-11-20 09:00"]
    let outcome = await fixture.perform("LogTime", year)
    #expect(outcome.error?.code == "tooLong")
    try await fixture.value("LogTime", year.merging(["long": true]))
    #expect(try await fixture.lines().count == 2)
  }

  @Test(arguments: ["1.5", "30mo", "1d", "90"])
  func `E15 an ambiguous duration is refused`(text: String) async throws {
    let outcome = await fixture.perform("LogTime", ["duration": .string(text)])
    #expect(outcome.error?.code == "invalidValue")
    #expect(outcome.error?.data["path"] == "/duration")
  }

  @Test(
    arguments: [
      ("lastWeek", "2026-11-09 to 2026-11-15"), ("thisWeek", "2026-11-16 to 2026-11-22"),
      ("2026-11-01/today", "2026-11-01 to 2026-11-20"), ("today", "Today"),
    ]
  )
  func `E16 the result shows the days of a range`(range: String, days: String) async throws {
    let sentence = try await fixture.sentence("Summarize", ["range": .string(range)])
    #expect(sentence == "\(days) (Europe/Zurich): 0s.")
  }

  @Test func `E16 late on Sunday, lastWeek is the week before`() async throws {
    let sunday = try IntentFixture(now: "2026-11-22T22:30:00Z")
    #expect(
      try await sunday.sentence("Summarize", ["range": "lastWeek"])
        == "2026-11-09 to 2026-11-15 (Europe/Zurich): 0s."
    )
  }

  @Test(arguments: [("utc", "UTC"), ("europe/BERLIN", "Europe/Berlin")])
  func `a time zone may be named in any case`(name: String, zone: String) async throws {
    let values: JSONObject = ["range": "2026-11", "timeZone": .string(name)]
    #expect(try await fixture.sentence("Summarize", values).contains("(\(zone))"))
  }

  @Test func `E44 E46 rounded parts add up, in the value as in the sentence`() async throws {
    for (tag, start, end) in [
      ("A", "08:00", "08:50"), ("B", "09:00", "09:40"), ("C", "10:00", "10:35"),
    ] { try await fixture.log(tag, start, end) }
    let values: JSONObject = ["round": "nearest", "roundPer": "day"]
    let value = try await summary(values)
    let parts = value["groups"]?.array?.compactMap { $0["seconds"]?.integer } ?? []
    #expect(parts.sorted() == [1800, 2700, 2700])
    #expect(value["totalSeconds"] == 7200)
    #expect(value["exactSeconds"] == 7500)
    #expect(
      try await fixture.sentence("Summarize", values)
        == "Today (Europe/Zurich): 2h 00m, rounded from 2h 05m, 2h 05m of clock time."
    )
  }

  @Test func `E49 a filter doesn't change the records`() async throws {
    for tag in ["Work", "Email", "Work"] { try await fixture.log(tag, "09:00", "10:00") }
    let all = try await fixture.value("ListRecords")["records"]?.array ?? []
    let some = try await fixture.value("ListRecords", ["filter": "not tag:Email"])["records"]?.array
    #expect(some?.count == 2)
    #expect(some?.allSatisfy(all.contains) == true)
  }

  @Test func `an invalid filter is refused`() async throws {
    let outcome = await fixture.perform("ListRecords", ["filter": "tag:Work and tga:Email"])
    #expect(outcome.error?.code == "invalidValue")
    #expect(outcome.sentence.contains("at character 14: unknown condition 'tga:Email'"))
    #expect(outcome.error?.data["path"] == "/filter")
  }

  @Test func `E8 a later start of the day applies to ranges and sums`() async throws {
    var rules = TimeRules()
    rules.dayStart = 6 * 3600
    let owl = try fixture.with(rules)
    try await owl.log("Work", "2026-11-19 23:00", "2026-11-20 02:00")
    #expect(
      try await owl.sentence("Summarize", ["range": "yesterday"])
        == "2026-11-19 (Europe/Zurich): 3h 00m."
    )
    #expect(try await owl.value("Status")["todaySeconds"] == 0)
    let days = try await owl.value("Summarize", ["range": "all", "groupBy": ["day"]])["groups"]
    #expect(days?.array?.map { $0["key"] } == ["2026-11-19"])
  }

  @Test func `E1 E2 a clock change at the edge of a range is noted`() async throws {
    var rules = TimeRules()
    rules.dayStart = 2 * 3600 + 1800
    let owl = try fixture.with(rules)
    for (day, note) in [
      ("2026-03-29", "02:30 does not exist on 2026-03-29 in Europe/Zurich; using 03:30."),
      ("2026-10-25", "02:30 occurs twice on 2026-10-25 in Europe/Zurich; using the first."),
    ] {
      let sentence = try await owl.sentence("Summarize", ["range": .string(day)])
      #expect(sentence == "\(day) (Europe/Zurich): 0s. \(note)")
      let plain = try await fixture.sentence("Summarize", ["range": .string(day)])
      #expect(plain == "\(day) (Europe/Zurich): 0s.")
    }
  }

  @Test(
    arguments: [
      ("2011-12-30", "2011-12-30 (Pacific/Apia): 0s. 2011-12-30 does not exist in Pacific/Apia."),
      ("2011-12-29", "2011-12-29 (Pacific/Apia): 0s."),
      ("2011-12-31", "2011-12-31 (Pacific/Apia): 1h 00m."),
      (
        "2011-12-30/2011-12-31",
        "2011-12-31 (Pacific/Apia): 1h 00m. "
          + "2011-12-30 does not exist in Pacific/Apia."
      ),
      (
        "2011-12-29/2011-12-30",
        "2011-12-29 (Pacific/Apia): 0s. "
          + "2011-12-30 does not exist in Pacific/Apia."
      ),
      ("2011-12-29/2011-12-31", "2011-12-29 to 2011-12-31 (Pacific/Apia): 1h 00m."),
    ]
  )
  func `a range that is a skipped day shows the requested date`(
    range: String,
    expected: String
  ) async throws {
    let apia = try IntentFixture(timeZone: "Pacific/Apia", storage: .memory)
    #expect(
      try await apia.sentence(
        "LogTime",
        ["tag": "x", "start": "2011-12-30 09:00", "duration": "1h"]
      )
        == "Logged 1h 00m on 'x' (new tag), 2011-12-31 09:00 to 10:00 (00000000). "
        + "09:00 does not exist on 2011-12-30 in Pacific/Apia; using 2011-12-31 09:00."
    )
    #expect(try await apia.sentence("Summarize", ["range": .string(range)]) == expected)
  }

  @Test(arguments: ["UTC", "GMT", "Etc/UTC", "Etc/GMT", "Etc/Zulu", "Universal", "Zulu"])
  func `all names of UTC become UTC`(name: String) async throws {
    let utc = try IntentFixture(timeZone: name, storage: .memory)
    let logged = try await utc.value("LogTime", ["duration": "1m"])
    #expect(logged["record"]?["timeZone"] == "UTC")
    let started = try await utc.value("StartTimer")
    #expect(started["record"]?["timeZone"] == "UTC")
    for intent in ["Status", "State", "ListDeletions"] {
      #expect(try await utc.value(intent)["timeZone"] == "UTC")
    }
    #expect(try await utc.value("ListRecords")["range"]?["timeZone"] == "UTC")
    #expect(try await utc.sentence("Summarize").hasPrefix("Today (UTC): "))
    let values: JSONObject = ["range": "today", "timeZone": .string(name)]
    #expect(try await utc.sentence("Summarize", values).hasPrefix("Today (UTC): "))
    let zurich = try await fixture.value("Summarize", values)
    #expect(zurich["range"]?["timeZone"] == "UTC")
  }
}
