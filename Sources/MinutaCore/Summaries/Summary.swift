package import Foundation

/// The time spent in a range, grouped.
package struct Summary: Sendable, Equatable {
  package let range: TimeRange
  /// The sum over all records.
  ///
  /// Two concurrent timers count twice.
  package let totalSeconds: Int
  /// The sum before rounding.
  package let exactSeconds: Int
  /// The time during which at least one timer ran.
  package let wallSeconds: Int
  package let groups: [SummaryGroup]
}

/// The time of one group, such as a tag or a day.
package struct SummaryGroup: Sendable, Equatable {
  package let key: Key
  package let seconds: Int
  /// The time during which at least one timer of the group ran, or nil if days overlap, because
  /// records use different time zones.
  package let wallSeconds: Int?
  /// The number of records that contribute to the group.
  package let records: Int
  /// The subgroups, or nil if there is no further dimension.
  package let groups: [SummaryGroup]?

  package enum Key: Sendable, Hashable {
    case tag(UUID?)
    case comment(String?)
    /// Such as `2026-11-20`, `2026-W46`, `2026-11`, `2026`, `Monday`, or `09` for an hour of the
    /// day.
    case date(String)
  }
}
