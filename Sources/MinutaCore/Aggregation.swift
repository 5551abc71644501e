package import Foundation

/// Sums records up: the one routine behind everything that tells totals.
///
/// A record is clipped to the range and cut where a calendar unit ends, so that parts always sum to
/// the whole.
package struct Aggregation: Sendable {
  private let range: TimeRange
  private let dimensions: [SummaryDimension]
  private let now: Date

  /// Takes what to sum up.
  ///
  /// - Parameters:
  ///   - dimensions: the outermost first.
  ///   - now: where running timers end so far.
  package init(range: TimeRange, by dimensions: [SummaryDimension] = [], now: Date) {
    self.range = range
    self.dimensions = dimensions
    self.now = now
  }

  /// Sums records up.
  ///
  /// - Parameters:
  ///   - records: in the order of `TimeRecord.isBefore`.
  ///   - names: the names of tags by id, for the order of groups.
  package func summary(of records: [TimeRecord], names: [UUID: String] = [:]) -> Summary {
    var root = SummaryNode()
    var wall = WallTime()
    var cutter = CalendarCutter(dimensions: dimensions, timeZone: range.timeZone)
    for (index, record) in records.enumerated() {
      guard let part = range.clip(record.startTime, record.end(at: now)) else { continue }
      wall.add(part.start, part.end)
      cutter.cut(part.start, part.end) { start, end, dates in
        let keys = dimensions.map { dimension in
          dates[dimension].map(SummaryGroup.Key.date) ?? .tag(record.tagId)
        }
        root.add(seconds: Int(end.timeIntervalSince(start)), of: index, under: keys[...])
      }
    }
    return Summary(
      range: range,
      totalSeconds: root.seconds,
      wallSeconds: wall.seconds,
      groups: root.groups(depth: dimensions.count, names: names) ?? []
    )
  }
}

/// The sums of a group and of those within it.
private struct SummaryNode {
  private(set) var seconds = 0
  private var records = 0
  private var lastRecord: Int?
  private var children: [SummaryGroup.Key: SummaryNode] = [:]

  /// The parts of one record come one after the other, so that it is counted once.
  mutating func add(seconds: Int, of record: Int, under keys: ArraySlice<SummaryGroup.Key>) {
    self.seconds += seconds
    if lastRecord != record { records += 1 }
    lastRecord = record
    guard let key = keys.first else { return }
    children[key, default: SummaryNode()].add(seconds: seconds, of: record, under: keys.dropFirst())
  }

  func groups(depth: Int, names: [UUID: String]) -> [SummaryGroup]? {
    guard depth > 0 else { return nil }
    let groups = children.map { key, node in
      SummaryGroup(
        key: key,
        seconds: node.seconds,
        records: node.records,
        groups: node.groups(depth: depth - 1, names: names)
      )
    }
    return groups.sorted { $0.isBefore($1, names: names) }
  }
}

extension SummaryGroup {
  /// Dates ascend; tags by seconds descending, then name, with the untagged last.
  fileprivate func isBefore(_ other: SummaryGroup, names: [UUID: String]) -> Bool {
    switch (key, other.key) {
    case (.date(let first), .date(let second)): return first < second
    case (.tag(let first?), .tag(let second?)):
      if seconds != other.seconds { return seconds > other.seconds }
      let (firstName, secondName) = (names[first] ?? "", names[second] ?? "")
      if firstName != secondName { return firstName < secondName }
      return first.uuidString < second.uuidString
    case (.tag(let first), _): return first != nil
    case (.date, .tag): return true
    }
  }
}
