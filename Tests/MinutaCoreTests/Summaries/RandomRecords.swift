import Foundation
import MinutaTestSupport
import Testing

@testable import MinutaCore

/// Random records that cover several months, and a random range that doesn't contain all of them.
struct RandomRecords {
  let records: [TimeRecord]
  let range: TimeRange
  let days: LocalCalendar
  let now = instant("2026-11-20T20:00:00Z")

  static let zones = [
    "Europe/Zurich", "Australia/Lord_Howe", "Asia/Kathmandu", "America/New_York", "Pacific/Apia",
    "Africa/Casablanca",
  ]

  init(_ number: Int, _ random: inout SeededGenerator) throws {
    let zone = try #require(TimeZone(identifier: Self.zones[number % Self.zones.count]))
    days = LocalCalendar(
      timeZone: zone,
      dayStart: [0, 6 * 3600][number % 2],
      weekStart: number % 5 == 0 ? .sunday : .monday
    )
    let base = instant("2026-03-01T00:00:00Z")
    let tags: [UUID?] = [UUID(), UUID(), nil]
    records = (0..<30).map { _ in
      let start = base.addingTimeInterval(Double(Int.random(in: 0...23_000_000, using: &random)))
      let length = Double(Int.random(in: 0...200_000, using: &random))
      return TimeRecord(
        id: UUID(),
        startTime: start,
        endTime: Int.random(in: 0..<30, using: &random) == 0
          ? nil : start.addingTimeInterval(length),
        tagId: tags.randomElement(using: &random) ?? nil,
        comment: ["a", "b", nil].randomElement(using: &random) ?? nil,
        timeZone: Self.zones.randomElement(using: &random)
      )
    }.sorted(by: TimeRecord.isBefore)
    let edges = (0..<2).map { _ in
      base.addingTimeInterval(Double(Int.random(in: 0...25_000_000, using: &random)))
    }.sorted()
    range = TimeRange(from: edges[0], to: edges[1], timeZone: zone)
  }

  func summary(
    by dimensions: [SummaryDimension],
    in part: TimeRange? = nil,
    rounding: Rounding = .none,
    usesRecordZones: Bool = false
  ) -> Summary {
    SummaryQuery(
      range: part ?? range,
      by: dimensions,
      days: days,
      rounding: rounding,
      usesRecordZones: usesRecordZones,
      now: now
    ).summary(of: records)
  }
}

extension Summary {
  /// Expects that, at every level of groups, the seconds of the groups add up to their total.
  func expectSums() {
    #expect(groups.map(\.seconds).reduce(0, +) == totalSeconds)
    #expect(wallSeconds <= exactSeconds)
    for group in groups { group.expectSums() }
  }
}

extension SummaryGroup {
  fileprivate func expectSums() {
    guard let groups else { return }
    #expect(groups.map(\.seconds).reduce(0, +) == seconds)
    for group in groups { group.expectSums() }
  }
}
