import Foundation
import Testing

@testable import MinutaCore

@Suite struct LocalCalendarTests {
  private let owl = LocalCalendar(timeZone: zurich, dayStart: 6 * 3600)

  private func days(_ text: String, _ days: LocalCalendar) -> String {
    let day = days.day(at: instant(text).unixSeconds)
    return CivilTime(day: day).dateText
  }

  @Test func `E8 a day starts at the configured time`() throws {
    #expect(days("2026-11-20T04:59:59Z", owl) == "2026-11-19")
    #expect(days("2026-11-20T05:00:00Z", owl) == "2026-11-20")
    let today = try #require(
      RangeParser(now: instant("2026-11-20T02:00:00Z"), days: owl).range("today")
    )
    #expect(today.from == instant("2026-11-19T05:00:00Z"))
    #expect(today.to == instant("2026-11-20T05:00:00Z"))
    let month = try #require(RangeParser(now: .now, days: owl).range("2026-11"))
    #expect(month.from == instant("2026-11-01T05:00:00Z"))
  }

  @Test(arguments: [
    ("23:30", "2026-11-19T22:30:00Z"),
    ("01:00", "2026-11-20T00:00:00Z"),
    ("05:30", "2026-11-20T04:30:00Z"),
    ("yesterday 05:30", "2026-11-19T04:30:00Z"),
    ("2026-11-20 23:30", "2026-11-20T22:30:00Z"),
  ])
  func `E8 a time before the start of the day belongs to the previous day`(
    text: String,
    expected: String
  ) throws {
    let found = try #require(
      DateTimeParser(now: instant("2026-11-20T01:00:00Z"), days: owl).instant(text)
    )
    #expect(found.date == instant(expected))
    let isOther = if case .ofDay? = found.adjustment { true } else { false }
    #expect(isOther == (text == "23:30"))
  }

  @Test func `E7 a week starts on the configured day`() throws {
    let american = LocalCalendar(timeZone: zurich, weekStart: .sunday)
    let now = instant("2026-11-22T12:00:00Z")
    let week = try #require(RangeParser(now: now, days: american).range("thisWeek"))
    #expect(week.from == instant("2026-11-21T23:00:00Z"))
    let first = try #require(RangeParser(now: now, days: american).range("2026-W01"))
    #expect(first.from == instant("2026-01-03T23:00:00Z"))
    #expect(
      RangeParser(now: now, days: american).range("2025-W53")?.from
        == instant("2025-12-27T23:00:00Z")
    )
    #expect(RangeParser(now: now, days: american).range("2026-W53") == nil)
  }

  @Test func `E3 a day that the clock skips has zero length`() throws {
    let apia = LocalCalendar(timeZone: try #require(TimeZone(identifier: "Pacific/Apia")))
    let day = try #require(CivilTime(year: 2011, month: 12, day: 30)).daysSince1970
    #expect(apia.start(ofDay: day) == apia.start(ofDay: day + 1))
    #expect(apia.day(at: apia.start(ofDay: day)) == day + 1)
    #expect(apia.start(ofDay: day + 2) - apia.start(ofDay: day) == 86_400)
  }

  @Test(arguments: [
    ("Europe/Zurich", "2026-03-29", 23.0), ("Europe/Zurich", "2026-10-25", 25),
    ("Australia/Lord_Howe", "2026-10-04", 23.5), ("Australia/Lord_Howe", "2026-04-05", 24.5),
    ("Asia/Kathmandu", "2026-11-20", 24), ("Pacific/Apia", "2011-12-31", 24),
  ])
  func `E3 a day with a clock change has more or fewer hours`(
    zone: String,
    day: String,
    hours: Double
  ) throws {
    let zone = try #require(TimeZone(identifier: zone))
    let range = try #require(RangeParser(now: .now, timeZone: zone).range(day))
    let (from, to) = (try #require(range.from), try #require(range.to))
    #expect(to.timeIntervalSince(from) / 3600 == hours)
  }
}
