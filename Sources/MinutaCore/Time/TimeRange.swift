package import Foundation

/// A stretch of time that is asked about: from an instant up to another, without the latter.
package struct TimeRange: Sendable, Hashable {
  /// Nil where it has no beginning.
  package let from: Date?
  /// Nil where it has no end.
  package let to: Date?
  /// The zone whose days, weeks and months count.
  package let timeZone: TimeZone

  package init(from: Date? = nil, to: Date? = nil, timeZone: TimeZone) {
    self.from = from
    self.to = to
    self.timeZone = timeZone
  }

  /// The part of a stretch that lies within; nil where none does.
  ///
  /// A stretch without length lies within where its instant does.
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
