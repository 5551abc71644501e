package import Foundation
import MinutaCore

/// The content of a report, from which every format is drawn.
///
/// All times are whole seconds, and the totals of days and tags are those of `minuta summary` for the
/// same range and filter.
package struct ReportData: Codable, Sendable, Equatable {
  /// The title at the top, such as `Time Report`.
  package var title: String
  /// The range as people read it, such as `1 – 30 November 2026`.
  package var dateRange: String
  /// The IANA name of the time zone of all local times and days.
  package var timeZone: String
  package var totalSeconds: Int
  /// The seconds during which at least one timer ran; concurrent timers count once.
  package var wallSeconds: Int
  /// The days of the range in order, also those without records.
  ///
  /// A range without a start or an end begins or ends with its first or last record.
  package var days: [ReportDay]
  /// The tags with their totals, the longest first.
  package var tags: [ReportTag]
  /// The records that have a comment or an image, in the order of their starts.
  package var comments: [ReportComment]
  /// Whether the comments weren't read, because there are too many records.
  package var omitsComments: Bool
  /// The records in the order of their starts; empty if the format doesn't list them.
  package var records: [ReportRecord]
  /// The balance of the target for all records; nil if there is none.
  package var balance: ReportBalance?

  /// The clock time as people read it; nil if no timers overlapped.
  var clockTime: String? {
    wallSeconds == totalSeconds ? nil : DurationFormat.text(seconds: wallSeconds)
  }
}

/// The time of one day of a report.
package struct ReportDay: Codable, Sendable, Equatable {
  /// The day in days since 1970-01-01.
  package var day: Int
  package var totalSeconds: Int
  /// The seconds due on the day; nil if no target applies, such as before the target's first day.
  package var dueSeconds: Int?
  /// The time of each tag, the longest first.
  package var segments: [ReportSegment]
  /// The parts of records that lie in the day, in order; empty if the format doesn't draw them.
  package var spans: [ReportSpan]

  /// The date as `2026-11-20`.
  package var date: String { CivilTime(day: day).dateText }
}

/// The time of one tag in a day.
package struct ReportSegment: Codable, Sendable, Equatable {
  /// The index in `ReportData.tags`.
  package var tag: Int
  package var seconds: Int
}

/// A part of a record within a day, as the clock shows it.
package struct ReportSpan: Codable, Sendable, Equatable {
  /// The index in `ReportData.tags`.
  package var tag: Int
  /// The start in seconds after the day's start.
  package var start: Int
  /// The end in seconds after the day's start.
  package var end: Int
}

/// A tag of a report with its total.
package struct ReportTag: Codable, Sendable, Equatable {
  /// The name; nil for records without a tag.
  package var name: String?
  /// The color as `#RRGGBB`; nil for records without a tag.
  ///
  /// It is the tag's own color unless that is hard to distinguish from the color of another tag.
  package var color: String?
  package var seconds: Int
  package var records: Int
}

/// A record of a report that has a comment or images.
package struct ReportComment: Codable, Sendable, Equatable {
  /// The record's id; nil if no images are shown, because only they need it.
  package var recordId: UUID?
  /// The day of the start in days since 1970-01-01.
  package var day: Int
  /// The index in `ReportData.tags`.
  package var tag: Int
  package var comment: String
  package var imageFilenames: [String]
}

/// A record of a report.
package struct ReportRecord: Codable, Sendable, Equatable {
  package var id: UUID
  /// The day of the start in days since 1970-01-01.
  package var day: Int
  /// The local start, as `09:30`.
  package var start: String
  /// The local end, as `11:45`; nil for a running timer.
  package var end: String?
  package var seconds: Int
  /// The index in `ReportData.tags`.
  package var tag: Int
  package var comment: String?
}

/// The target for all records, compared with the time done.
package struct ReportBalance: Codable, Sendable, Equatable {
  package var dueSeconds: Int
  package var doneSeconds: Int
}
