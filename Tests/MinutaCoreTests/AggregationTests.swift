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
    try #require(RangeText(now: now, timeZone: zurich).range(text))
  }

  @Test func `records are summed by tag, the longest first and the untagged last`() throws {
    let records = [
      record("2026-11-20T08:00:00Z", "2026-11-20T09:00:00Z", email),
      record("2026-11-20T08:30:00Z", "2026-11-20T10:30:00Z", work),
      record("2026-11-20T10:00:00Z", "2026-11-20T15:00:00Z"),
    ]
    let summary = Aggregation(range: try range("today"), by: [.tag], now: now).summary(of: records)
    #expect(summary.totalSeconds == 8 * 3600)
    #expect(summary.wallSeconds == 7 * 3600)
    #expect(summary.groups.map(\.key) == [.tag(work), .tag(email), .tag(nil)])
    #expect(summary.groups.map(\.seconds) == [7200, 3600, 18000])
    #expect(summary.groups.map(\.records) == [1, 1, 1])
    #expect(summary.groups.allSatisfy { $0.groups == nil })
  }

  @Test func `E6 a record that crosses midnight counts in parts, and once in the whole`() throws {
    let records = [record("2026-11-19T22:00:00Z", "2026-11-20T01:00:00Z", work)]
    let summary = Aggregation(range: try range("2026-11"), by: [.tag, .day], now: now)
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
    let summary = Aggregation(range: try range("today"), by: [.tag], now: now).summary(of: records)
    #expect(summary.totalSeconds == 3600)
  }

  @Test func `E9 a timer that starts after now counts nothing`() throws {
    let records = [record("2026-11-20T21:00:00Z", nil)]
    let summary = Aggregation(range: try range("today"), by: [.tag], now: now).summary(of: records)
    #expect(summary.totalSeconds == 0)
    #expect(summary.groups.map(\.records) == [1])
  }

  @Test func `E14 a record without length counts as a record`() throws {
    let records = [record("2026-11-20T08:00:00Z", "2026-11-20T08:00:00Z", work)]
    let summary = Aggregation(range: try range("today"), by: [.day], now: now).summary(of: records)
    #expect(summary.groups.map(\.key) == [.date("2026-11-20")])
    #expect(summary.groups.map(\.seconds) == [0])
    #expect(summary.groups.map(\.records) == [1])
  }

  @Test func `E3 days of 23 and 25 hours are whole days`() throws {
    let records = [
      record("2026-03-27T23:00:00Z", "2026-03-30T22:00:00Z"),
      record("2026-10-23T22:00:00Z", "2026-10-26T23:00:00Z"),
    ]
    let summary = Aggregation(range: try range("2026"), by: [.day], now: now).summary(of: records)
    #expect(summary.groups.map { $0.seconds / 3600 } == [24, 23, 24, 24, 25, 24])
    #expect(summary.totalSeconds == summary.groups.map(\.seconds).reduce(0, +))
  }

  @Test func `a week belongs to the year of its Thursday`() throws {
    let records = [record("2026-12-31T20:00:00Z", "2027-01-01T20:00:00Z")]
    let summary = Aggregation(range: TimeRange(timeZone: zurich), by: [.week, .year], now: now)
      .summary(of: records)
    #expect(summary.groups.map(\.key) == [.date("2026-W53")])
    #expect(summary.groups.first?.groups?.map(\.key) == [.date("2026"), .date("2027")])
  }

  @Test func `parts sum to the whole for any records, range and nesting`() throws {
    var random = SeededGenerator(seed: 7)
    let zones = ["Europe/Zurich", "Australia/Lord_Howe", "Asia/Kathmandu", "America/New_York"]
    for round in 0..<40 {
      let zone = try #require(TimeZone(identifier: zones[round % zones.count]))
      let base = instant("2026-03-01T00:00:00Z")
      let records = (0..<30).map { _ in
        let start = base.addingTimeInterval(Double(Int.random(in: 0...25_000_000, using: &random)))
        let length = Double(Int.random(in: 0...200_000, using: &random))
        let tag = [work, email, nil].randomElement(using: &random) ?? nil
        return TimeRecord(
          id: UUID(),
          startTime: start,
          endTime: start.addingTimeInterval(length),
          tagId: tag
        )
      }.sorted(by: TimeRecord.isBefore)
      let edges = (0..<2).map { _ in
        base.addingTimeInterval(Double(Int.random(in: 0...25_000_000, using: &random)))
      }.sorted()
      let range = TimeRange(from: edges[0], to: edges[1], timeZone: zone)
      let dimensions = SummaryDimension.allCases.shuffled(using: &random).prefix(round % 4 + 1)
      let summary = Aggregation(range: range, by: Array(dimensions), now: now).summary(of: records)
      #expect(summary.groups.map(\.seconds).reduce(0, +) == summary.totalSeconds)
      expectSums(summary.groups)
      let halves = [
        TimeRange(from: edges[0], to: base.addingTimeInterval(1e7), timeZone: zone),
        TimeRange(from: base.addingTimeInterval(1e7), to: edges[1], timeZone: zone),
      ].filter { ($0.from ?? now) < ($0.to ?? now) }
      if halves.count == 2 {
        let parts = halves.map {
          Aggregation(range: $0, now: now).summary(of: records).totalSeconds
        }
        #expect(parts.reduce(0, +) == summary.totalSeconds)
      }
      #expect(summary.wallSeconds <= summary.totalSeconds)
    }
  }

  private func expectSums(_ groups: [SummaryGroup]) {
    for group in groups {
      guard let inner = group.groups else { continue }
      #expect(inner.map(\.seconds).reduce(0, +) == group.seconds)
      expectSums(inner)
    }
  }
}
