package import Foundation

/// The time spent in a range, in total and by group.
package struct Summary: Sendable, Equatable {
  package let range: TimeRange
  /// The sum of the records' seconds after rounding.
  ///
  /// Time in which two timers ran concurrently counts twice.
  package let totalSeconds: Int
  /// The sum of the records' seconds before rounding.
  package let exactSeconds: Int
  /// The seconds during which at least one timer ran; concurrent timers count once.
  package let wallSeconds: Int
  /// Whether a record counts in several groups of one dimension, because it has several labels.
  ///
  /// The groups then add up to more than the total.
  package let countsRecordsRepeatedly: Bool
  package let groups: [SummaryGroup]
}

/// The time of one group, such as a tag or a day.
package struct SummaryGroup: Sendable, Equatable {
  package let key: Key
  package let seconds: Int
  /// The seconds during which at least one timer of the group ran.
  ///
  /// Nil if records use different time zones, because then the days of the groups overlap.
  package let wallSeconds: Int?
  /// The number of records that have time in the group.
  package let records: Int
  /// The groups within this group, or nil at the innermost level.
  package let groups: [SummaryGroup]?

  package enum Key: Sendable, Hashable {
    case tag(UUID?)
    /// A level of tag names, and the tag that has exactly this name.
    case tagPath(TagPath, tag: UUID?)
    case comment(String?)
    /// A label such as `#billable`, or the value of one.
    ///
    /// It is nil without the label, and empty for a label without a value.
    case label(String?)

    /// The group's calendar unit: `2026-11-20`, `2026-W46`, `2026-11`, `2026`, `Monday`, or `09`
    /// for an hour of the day.
    case date(String)
  }
}
