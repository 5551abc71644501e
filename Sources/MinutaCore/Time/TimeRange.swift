package import Foundation

/// A range of time that includes its start and excludes its end.
package struct TimeRange: Sendable, Hashable {
  /// The start of the range, or nil if the range has no start.
  package let from: Date?
  /// The exclusive end of the range, or nil if the range has no end.
  package let to: Date?
  /// The time zone that defines days, weeks and months.
  package let timeZone: TimeZone

  package init(from: Date? = nil, to: Date? = nil, timeZone: TimeZone) {
    self.from = from
    self.to = to
    self.timeZone = timeZone
  }

  /// Returns the part of a period that lies in the range, or nil if there is none.
  ///
  /// A period of zero length counts if it lies in the range.
  package func clip(_ start: Date, _ end: Date) -> (start: Date, end: Date)? {
    let clippedStart = max(start, from ?? start)
    let clippedEnd = min(end, to ?? end)
    if clippedStart < clippedEnd { return (clippedStart, clippedEnd) }
    let isInstantWithin = start == end && start >= from ?? start && to.map { start < $0 } ?? true
    return isInstantWithin ? (start, start) : nil
  }

  package func overlaps(_ record: TimeRecord, now: Date) -> Bool {
    clip(record.startTime, record.end(at: now)) != nil
  }
}
