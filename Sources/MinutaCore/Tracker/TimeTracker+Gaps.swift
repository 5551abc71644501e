package import Foundation

/// A period between the first and the last record of a day in which no time was recorded.
package struct UntrackedGap: Sendable, Hashable {
  /// The day in days since 1970-01-01.
  package let day: Int
  package let start: Date
  package let end: Date

  package var seconds: Int { end.unixSeconds - start.unixSeconds }
}

extension TimeTracker {
  /// Returns the periods without a record between the first and the last record of each day, up to
  /// now, in order.
  package func gaps(
    in range: TimeRange,
    by days: LocalCalendar
  ) throws(TrackingError) -> [UntrackedGap] {
    var finder = GapFinder(days: days)
    let (from, to) = (range.from?.unixSeconds ?? .min, range.to?.unixSeconds ?? .max)
    let last = min(to, now.unixSeconds)
    try forEachRow(in: range, of: .all, []) { row, _ in
      finder.add(from: max(row.start, from), to: min(row.end, last))
    }
    return finder.gaps
  }
}

/// Collects the gaps between records that are added in the order of their starts.
private struct GapFinder {
  let days: LocalCalendar
  private(set) var gaps: [UntrackedGap] = []
  /// The bounds of the latest day with a record, to look up as few days as possible.
  private var day = (day: Int.min, start: Int.min, end: Int.min)
  /// The latest end of the records in that day.
  private var latestEnd = 0

  init(days: LocalCalendar) {
    self.days = days
  }

  mutating func add(from start: Int, to end: Int) {
    var start = start
    while start < end {
      // A part of an earlier day adds no gap: a record that reached this day covers the rest of it.
      if start >= day.end { beginDay(at: start) }
      let part = max(start, day.start)..<max(min(end, day.end), max(start, day.start))
      if part.lowerBound > latestEnd {
        gaps.append(
          UntrackedGap(
            day: day.day,
            start: Date(timeIntervalSince1970: Double(latestEnd)),
            end: Date(timeIntervalSince1970: Double(part.lowerBound))
          )
        )
      }
      latestEnd = max(latestEnd, part.upperBound)
      start = min(end, day.end)
    }
  }

  private mutating func beginDay(at start: Int) {
    day = days.dayBounds(at: start)
    latestEnd = start
  }
}
