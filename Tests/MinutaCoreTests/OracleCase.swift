import Foundation
import MinutaTestSupport

@testable import MinutaCore

/// A test case for totals, which both Minuta and an independent Python program (the oracle)
/// compute.
struct OracleCase {
  let name: String
  let days: LocalCalendar
  let range: TimeRange
  let records: [TimeRecord]
  let usesRecordZones: Bool

  static let nestings: [[SummaryDimension]] = [
    [.tag, .day], [.day, .tag], [.week, .weekday], [.year, .month, .day], [.month, .tag, .week],
    [.hour], [.weekday, .hour], [.day, .hour, .tag], [.week], [.month], [.year],
  ]

  /// Time zones with unusual UTC offsets or clock changes, and the years in which they occur.
  static let zones: [(name: String, years: ClosedRange<Int>)] = [
    ("Europe/Zurich", 2024...2026), ("America/New_York", 2025...2027),
    ("Australia/Lord_Howe", 2024...2026), ("Asia/Kathmandu", 1985...1986),
    ("Pacific/Apia", 2011...2012), ("Africa/Casablanca", 2017...2026),
  ]

  static let tags = (1...5).map { number in
    UUID(uuid: (UInt8(number), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  }

  /// Creates a test case with random records.
  ///
  /// - Parameter number: the number of the case, which selects the time zone.
  init(_ number: Int, records count: Int, usesRecordZones: Bool, _ random: inout SeededGenerator) {
    let (zone, years) = Self.zones[number % Self.zones.count]
    name = "\(number)"
    self.usesRecordZones = usesRecordZones
    let dayStarts = [0, 0, 4 * 3600, 6 * 3600 + 1800, 2 * 3600 + 1800]
    days = LocalCalendar(
      timeZone: TimeZone(identifier: zone) ?? .gmt,
      dayStart: dayStarts.randomElement(using: &random) ?? 0,
      weekStart: number % 3 == 2 ? .sunday : .monday
    )
    let from = CivilTime.dayNumber(years.lowerBound, 1, 1) * 86_400
    let to = CivilTime.dayNumber(years.upperBound + 1, 1, 1) * 86_400
    let edges = [from + Int.random(in: 0...5_000_000, using: &random), to - 3_000_000]
    range = TimeRange(
      from: Date(timeIntervalSince1970: Double(edges[0])),
      to: Date(timeIntervalSince1970: Double(edges[1])),
      timeZone: days.timeZone
    )
    let calendar = days
    // Half of the records start near a clock change, because these are hard to sum up correctly.
    let changes = Self.changes(of: calendar, from, to)
    records = (0..<count).map { index in
      let near = changes[index % changes.count]
      let start =
        index % 2 == 0
        ? Int.random(in: from...to, using: &random)
        : near + Int.random(in: -100_000...100_000, using: &random)
      let longest = [0, 3600, 30_000, 200_000, 1_000_000][Int.random(in: 0...4, using: &random)]
      return TimeRecord(
        id: UUID(),
        startTime: Date(timeIntervalSince1970: Double(start)),
        endTime: Date(
          timeIntervalSince1970: Double(start + Int.random(in: 0...longest, using: &random))
        ),
        tagId: Self.tags.randomElement(using: &random),
        timeZone: usesRecordZones ? Self.zones.randomElement(using: &random)?.name : nil
      )
    }.sorted(by: TimeRecord.isBefore)
  }

  private static func changes(of days: LocalCalendar, _ from: Int, _ to: Int) -> [Int] {
    let places = stride(from: from, to: to, by: 3600).filter { place in
      days.offset(at: place) != days.offset(at: place + 3600)
    }
    return places.isEmpty ? [from] : places
  }

  /// The description of the test case that the Python program reads, line by line.
  var lines: [String] {
    let edges = [range.from, range.to].map { "\($0?.unixSeconds ?? 0)" }.joined(separator: " ")
    let head =
      "case \(name) \(days.timeZone.identifier) \(days.dayStart) \(days.weekStart.rawValue) \(edges)"
    let rows = records.map { record in
      let times = [record.startTime, record.end(at: .distantPast)].map { "\($0.unixSeconds)" }
      return "\(times[0]) \(times[1]) \(record.tagId?.text ?? "") \(record.timeZone ?? "-")"
    }
    let nestings = Self.nestings.map { "by " + $0.map(\.rawValue).joined(separator: " ") }
    return [head] + rows + nestings
  }

  /// The totals that Minuta computes, by the keys that the Python program uses in its output.
  var answers: [String: Int] {
    var answers: [String: Int] = [:]
    for nesting in Self.nestings {
      let plan = SummaryQuery(
        range: range,
        by: nesting,
        days: days,
        usesRecordZones: usesRecordZones,
        now: .distantPast
      )
      let summary = plan.summary(of: records)
      answers["\(name);;total"] = summary.totalSeconds
      answers["\(name);;wall"] = summary.wallSeconds
      let dimensions = nesting.map(\.rawValue).joined(separator: ",")
      add(summary.groups, under: "\(name);\(dimensions);", to: &answers)
    }
    return answers
  }

  private func add(_ groups: [SummaryGroup], under path: String, to answers: inout [String: Int]) {
    for group in groups {
      let key =
        switch group.key {
        case .tag(let id): id?.text ?? ""
        case .tagPath(let path, _): path.name
        case .comment(let text), .label(let text): text ?? ""
        case .date(let text): text
        }
      answers[path + key] = group.seconds
      add(group.groups ?? [], under: "\(path)\(key)/", to: &answers)
    }
  }
}
