package import Foundation

/// A stretch of time; without an end it is a running timer.
package struct TimeRecord: Sendable, Hashable, Identifiable {
  package let id: UUID
  package var startTime: Date
  package var endTime: Date?
  package var tagId: UUID?
  package var comment: String?
  /// File names beside the record's own.
  package var images: [String]
  /// The IANA name of the zone the record was made in, where it is known.
  package var timeZone: String?

  package init(
    id: UUID,
    startTime: Date,
    endTime: Date? = nil,
    tagId: UUID? = nil,
    comment: String? = nil,
    images: [String] = [],
    timeZone: String? = nil
  ) {
    self.id = id
    self.startTime = startTime
    self.endTime = endTime
    self.tagId = tagId
    self.comment = comment
    self.images = images
    self.timeZone = timeZone
  }

  package var isRunning: Bool { endTime == nil }

  /// The end, or `now` for a running timer; never before the start, whatever the clock did.
  package func end(at now: Date) -> Date {
    max(endTime ?? now, startTime)
  }

  /// Whole seconds from the start to the end, or so far.
  package func seconds(at now: Date) -> Int {
    Int(end(at: now).timeIntervalSince(startTime))
  }

  /// Whether the id begins with some hex digits, in upper case and without hyphens.
  package func hasID(withPrefix prefix: String) -> Bool {
    id.text.filter { $0 != "-" }.hasPrefix(prefix)
  }

  /// The order in which records are shown: by start, then by id.
  package static func isBefore(_ first: TimeRecord, _ second: TimeRecord) -> Bool {
    if first.startTime != second.startTime { return first.startTime < second.startTime }
    return first.id < second.id
  }
}
