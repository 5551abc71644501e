import Foundation
import Testing

@testable import MinutaCore

@Suite struct RangeParserTests {
  /// The current time in these tests: Sunday evening in Zurich, but already Monday in Auckland.
  private let now = instant("2026-11-22T20:00:00Z")

  @Test(arguments: [
    ("today", "2026-11-21T23:00:00Z", "2026-11-22T23:00:00Z"),
    ("yesterday", "2026-11-20T23:00:00Z", "2026-11-21T23:00:00Z"),
    ("thisWeek", "2026-11-15T23:00:00Z", "2026-11-22T23:00:00Z"),
    ("lastWeek", "2026-11-08T23:00:00Z", "2026-11-15T23:00:00Z"),
    ("thisMonth", "2026-10-31T23:00:00Z", "2026-11-30T23:00:00Z"),
    ("lastMonth", "2026-09-30T22:00:00Z", "2026-10-31T23:00:00Z"),
    ("thisYear", "2025-12-31T23:00:00Z", "2026-12-31T23:00:00Z"),
    ("lastYear", "2024-12-31T23:00:00Z", "2025-12-31T23:00:00Z"),
    ("2026-11-20", "2026-11-19T23:00:00Z", "2026-11-20T23:00:00Z"),
    ("2026-W46", "2026-11-08T23:00:00Z", "2026-11-15T23:00:00Z"),
    ("2026-W53", "2026-12-27T23:00:00Z", "2027-01-03T23:00:00Z"),
    ("2026-11", "2026-10-31T23:00:00Z", "2026-11-30T23:00:00Z"),
    ("2026", "2025-12-31T23:00:00Z", "2026-12-31T23:00:00Z"),
    ("2026-11-01/2026-11-20", "2026-10-31T23:00:00Z", "2026-11-20T23:00:00Z"),
    ("2026-03-29", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z"),
    ("2026-10-25", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z"),
  ])
  func `E16 a range includes its last day`(text: String, from: String, to: String) throws {
    let range = try #require(RangeParser(now: now, timeZone: zurich).range(text))
    #expect(range.from == instant(from))
    #expect(range.to == instant(to))
  }

  @Test func `all time has no start and no end`() {
    let range = RangeParser(now: now, timeZone: zurich).range("all")
    #expect(range == TimeRange(timeZone: zurich))
  }

  @Test func `days are days of the time zone`() throws {
    let auckland = try #require(TimeZone(identifier: "Pacific/Auckland"))
    let range = try #require(RangeParser(now: now, timeZone: auckland).range("thisWeek"))
    #expect(range.from == instant("2026-11-22T11:00:00Z"))
  }

  @Test(arguments: [
    "", "2026-13", "2026-W54", "2025-W53", "2026-W00", "2026-11-31", "/", "2026-11-20/2026-11-01",
    "2026-11-01/2026-11-02/2026-11-03", "26-11-20", "2026-1",
  ])
  func `a text that names no days is no range`(text: String) {
    #expect(RangeParser(now: now, timeZone: zurich).range(text) == nil)
  }
}
