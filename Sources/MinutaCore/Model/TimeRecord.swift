package import Foundation

/// A period of tracked time.
///
/// A record without an end is a running timer.
package struct TimeRecord: Sendable, Hashable, Identifiable {
  package let id: UUID
  package var startTime: Date
  package var endTime: Date?
  package var tagId: UUID?
  package var comment: String?
  /// The file names of the record's images, which are in the same folder as the record's file.
  package var images: [String]
  /// The IANA name of the time zone in which the record was made, or nil if unknown.
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

  /// Returns the end, or `now` for a running timer.
  ///
  /// The result is never before the start, even if the clock was set back after the start.
  package func end(at now: Date) -> Date {
    max(endTime ?? now, startTime)
  }

  /// Returns the duration in whole seconds, up to `now` for a running timer.
  package func seconds(at now: Date) -> Int {
    Int(end(at: now).timeIntervalSince(startTime))
  }

  /// Whether the id begins with the given uppercase hex digits; hyphens in the id are ignored.
  package func hasID(withPrefix prefix: String) -> Bool {
    id.text.filter { $0 != "-" }.hasPrefix(prefix)
  }

  /// Whether the first record comes before the second: sorted by start, then by id.
  package static func isBefore(_ first: TimeRecord, _ second: TimeRecord) -> Bool {
    if first.startTime != second.startTime { return first.startTime < second.startTime }
    return first.id < second.id
  }
}
