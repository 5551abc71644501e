import Foundation
import MinutaTestSupport
import Testing

@testable import MinutaCore

@Suite struct AggregationTests {
  private let work = UUID()
  private let email = UUID()
  private let now = instant("2026-11-20T20:00:00Z")

  private func record(_ start: String, _ end: String?, _ tag: UUID? = nil) -> TimeRecord {
    TimeRecord(id: UUID(), startTime: instant(start), endTime: end.map(instant), tagId: tag)
  }

  private func range(_ text: String) throws -> TimeRange {
    try #require(RangeParser(now: now, timeZone: zurich).range(text))
  }

  @Test func `records are summed by tag, longest first and untagged last`() throws {
    let records = [
      record("2026-11-20T08:00:00Z", "2026-11-20T09:00:00Z", email),
      record("2026-11-20T08:30:00Z", "2026-11-20T10:30:00Z", work),
      record("2026-11-20T10:00:00Z", "2026-11-20T15:00:00Z"),
    ]
    let summary = SummaryQuery(range: try range("today"), by: [.tag], now: now).summary(of: records)
    #expect(summary.totalSeconds == 8 * 3600)
    #expect(summary.wallSeconds == 7 * 3600)
    #expect(summary.groups.map(\.key) == [.tag(work), .tag(email), .tag(nil)])
    #expect(summary.groups.map(\.seconds) == [7200, 3600, 18000])
    #expect(summary.groups.map(\.records) == [1, 1, 1])
    #expect(summary.groups.allSatisfy { $0.groups == nil })
  }

  @Test func `E6 a record across midnight counts for both days, but once in the total`() throws {
    let records = [record("2026-11-19T22:00:00Z", "2026-11-20T01:00:00Z", work)]
    let summary = SummaryQuery(range: try range("2026-11"), by: [.tag, .day], now: now)
      .summary(of: records)
    let group = try #require(summary.groups.first)
    #expect(group.seconds == 3 * 3600)
    #expect(group.records == 1)
    #expect(group.groups?.map(\.key) == [.date("2026-11-19"), .date("2026-11-20")])
    #expect(group.groups?.map(\.seconds) == [3600, 7200])
    #expect(group.groups?.map(\.records) == [1, 1])
  }

  @Test func `E47 a running timer counts up to now`() throws {
    let records = [record("2026-11-20T19:00:00Z", nil)]
    let summary = SummaryQuery(range: try range("today"), by: [.tag], now: now).summary(of: records)
    #expect(summary.totalSeconds == 3600)
  }

  @Test func `E9 a timer that starts in the future has zero seconds`() throws {
    let records = [record("2026-11-20T21:00:00Z", nil)]
    let summary = SummaryQuery(range: try range("today"), by: [.tag], now: now).summary(of: records)
    #expect(summary.totalSeconds == 0)
    #expect(summary.groups.map(\.records) == [1])
  }

  @Test func `E14 a record of zero length is counted`() throws {
    let records = [record("2026-11-20T08:00:00Z", "2026-11-20T08:00:00Z", work)]
    let summary = SummaryQuery(range: try range("today"), by: [.day], now: now).summary(of: records)
    #expect(summary.groups.map(\.key) == [.date("2026-11-20")])
    #expect(summary.groups.map(\.seconds) == [0])
    #expect(summary.groups.map(\.records) == [1])
  }

  @Test func `E3 days of 23 and 25 hours are counted in full`() throws {
    let records = [
      record("2026-03-27T23:00:00Z", "2026-03-30T22:00:00Z"),
      record("2026-10-23T22:00:00Z", "2026-10-26T23:00:00Z"),
    ]
    let summary = SummaryQuery(range: try range("2026"), by: [.day], now: now).summary(of: records)
    #expect(summary.groups.map { $0.seconds / 3600 } == [24, 23, 24, 24, 25, 24])
    #expect(summary.totalSeconds == summary.groups.map(\.seconds).reduce(0, +))
  }

  @Test func `a week belongs to the year of its Thursday`() throws {
    let records = [record("2026-12-31T20:00:00Z", "2027-01-01T20:00:00Z")]
    let summary = SummaryQuery(range: TimeRange(timeZone: zurich), by: [.week, .year], now: now)
      .summary(of: records)
    #expect(summary.groups.map(\.key) == [.date("2026-W53")])
    #expect(summary.groups.first?.groups?.map(\.key) == [.date("2026"), .date("2027")])
  }

  @Test func `groups add up to the total for any records, range and grouping`() throws {
    var random = SeededGenerator(seed: 7)
    for round in 0..<80 {
      let random30 = try RandomRecords(round, &random)
      let dimensions = SummaryDimension.allCases.shuffled(using: &random).prefix(round % 6 + 1)
      let summary = random30.summary(by: Array(dimensions), usesRecordZones: round % 4 == 3)
      summary.expectSums()
      #expect(summary.totalSeconds == random30.summary(by: []).totalSeconds)
    }
  }

  @Test func `the halves of a range add up to the same total`() throws {
    var random = SeededGenerator(seed: 8)
    for round in 0..<80 {
      let random30 = try RandomRecords(round, &random)
      let from = try #require(random30.range.from)
      let to = try #require(random30.range.to)
      let length = Int(to.timeIntervalSince(from))
      let middle = from.addingTimeInterval(Double(Int.random(in: 0...length, using: &random)))
      let zone = random30.range.timeZone
      let parts = [
        TimeRange(from: from, to: middle, timeZone: zone),
        TimeRange(from: middle, to: to, timeZone: zone),
      ].map { random30.summary(by: [.tag, .hour], in: $0) }
      let whole = random30.summary(by: [.tag, .hour])
      #expect(parts.map(\.totalSeconds).reduce(0, +) == whole.totalSeconds)
      #expect(parts.map(\.wallSeconds).reduce(0, +) == whole.wallSeconds)
    }
  }

  @Test func `E48 concurrent timers count twice in the total and once in the clock time`() throws {
    let records = [
      record("2026-11-20T08:00:00Z", "2026-11-20T10:00:00Z", work),
      record("2026-11-20T09:00:00Z", "2026-11-20T11:00:00Z", email),
      record("2026-11-20T09:30:00Z", "2026-11-20T10:00:00Z", work),
    ]
    let summary = SummaryQuery(range: try range("today"), by: [.day, .tag], now: now)
      .summary(of: records)
    #expect(summary.totalSeconds == 16_200)
    #expect(summary.wallSeconds == 10_800)
    let day = try #require(summary.groups.first)
    #expect(day.wallSeconds == 10_800)
    #expect(day.groups?.map(\.seconds) == [9000, 7200])
    #expect(day.groups?.map(\.wallSeconds) == [7200, 7200])
  }

  @Test func `time is grouped by the weekday, the hour and the comment`() throws {
    var noted = record("2026-11-20T08:30:00Z", "2026-11-20T10:15:00Z")
    noted.comment = "Call"
    let records = [record("2026-11-18T08:00:00Z", "2026-11-18T08:10:00Z"), noted]
    let summary = SummaryQuery(
      range: TimeRange(timeZone: zurich),
      by: [.weekday, .hour, .comment],
      now: now
    ).summary(of: records)
    #expect(summary.groups.map(\.key) == [.date("Wednesday"), .date("Friday")])
    let hours = try #require(summary.groups.last?.groups)
    #expect(hours.map(\.key) == [.date("09"), .date("10"), .date("11")])
    #expect(hours.map(\.seconds) == [1800, 3600, 900])
    #expect(hours.first?.groups?.map(\.key) == [.comment("Call")])
    #expect(summary.groups.first?.groups?.first?.groups?.map(\.key) == [.comment(nil)])
  }

  @Test func `E4 a record can count for the days of its own time zone`() throws {
    var tokyo = record("2026-11-20T16:00:00Z", "2026-11-20T17:00:00Z")
    tokyo.timeZone = "Asia/Tokyo"
    let here = record("2026-11-20T16:00:00Z", "2026-11-20T17:00:00Z")
    let keys = [false, true].map { usesRecordZones in
      SummaryQuery(
        range: TimeRange(timeZone: zurich),
        by: [.day],
        usesRecordZones: usesRecordZones,
        now: now
      ).summary(of: [tokyo, here]).groups.map(\.key)
    }
    #expect(keys[0] == [.date("2026-11-20")])
    #expect(keys[1] == [.date("2026-11-20"), .date("2026-11-21")])
    let day = SummaryQuery(range: try range("today"), by: [.day], usesRecordZones: true, now: now)
      .summary(of: [tokyo, here])
    #expect(day.totalSeconds == 7200)
  }

  @Test func `E7 a record that crosses the new year is split by day, month, week and year`() {
    let records = [record("2026-12-31T20:00:00Z", "2027-01-01T20:00:00Z")]
    let groups = [SummaryDimension.day, .month, .week, .year].map { dimension in
      SummaryQuery(range: TimeRange(timeZone: zurich), by: [dimension], now: .distantFuture)
        .summary(of: records).groups
    }
    #expect(groups[1].map(\.key) == [.date("2026-12"), .date("2027-01")])
    #expect(groups[2].map(\.key) == [.date("2026-W53")])
    #expect(groups[3].map(\.seconds) == [3 * 3600, 21 * 3600])
    #expect(groups.allSatisfy { $0.map(\.seconds).reduce(0, +) == 86_400 })
  }

  @Test func `E17 records of any year are summed`() {
    let records = [
      record("1960-01-01T00:00:00Z", "1960-01-01T01:00:00Z"),
      record("1969-12-31T23:59:00Z", "1970-01-01T00:01:00Z"),
      record("2038-01-19T03:14:07Z", "2038-01-19T03:14:09Z"),
      record("9999-12-30T00:00:00Z", "9999-12-30T01:00:00Z"),
    ]
    let summary = SummaryQuery(range: TimeRange(timeZone: .gmt), by: [.year], now: now)
      .summary(of: records)
    #expect(
      summary.groups.map(\.key)
        == ["1960", "1969", "1970", "2038", "9999"].map { .date($0) }
    )
    #expect(summary.groups.map(\.seconds) == [3600, 60, 60, 2, 3600])
  }
}
