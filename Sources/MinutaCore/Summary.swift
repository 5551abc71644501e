package import Foundation

/// The time spent in a range, in groups.
package struct Summary: Sendable, Equatable {
  package let range: TimeRange
  /// The sum over all records: two timers at once count twice.
  package let totalSeconds: Int
  /// The time during which at least one timer ran.
  package let wallSeconds: Int
  package let groups: [SummaryGroup]
}

/// The time that has one key in common.
package struct SummaryGroup: Sendable, Equatable {
  package let key: Key
  package let seconds: Int
  /// How many records have a part in it.
  package let records: Int
  /// The groups within, where there is a further dimension.
  package let groups: [SummaryGroup]?

  package enum Key: Sendable, Hashable {
    case tag(UUID?)
    /// `2026-11-20`, `2026-W46`, `2026-11` or `2026`.
    case date(String)
  }
}

/// What time is grouped by.
package enum SummaryDimension: String, Sendable, CaseIterable {
  case tag
  case day
  case week
  case month
  case year

  /// The stretch of the calendar that has one key; nil for what is not of the calendar.
  var unit: Calendar.Component? {
    switch self {
    case .tag: nil
    case .day: .day
    case .week: .weekOfYear
    case .month: .month
    case .year: .year
    }
  }
}
