package import Foundation

/// The time spent in a range, in groups.
package struct Summary: Sendable, Equatable {
  package let range: TimeRange
  /// The sum over all records: two timers at once count twice.
  package let totalSeconds: Int
  /// The sum before it was rounded.
  package let exactSeconds: Int
  /// The time during which at least one timer ran.
  package let wallSeconds: Int
  package let groups: [SummaryGroup]
}

/// The time that has one key in common.
package struct SummaryGroup: Sendable, Equatable {
  package let key: Key
  package let seconds: Int
  /// The time of it during which at least one timer ran; nil where days overlap, as those of
  /// several zones do.
  package let wallSeconds: Int?
  /// How many records have a part in it.
  package let records: Int
  /// The groups within, where there is a further dimension.
  package let groups: [SummaryGroup]?

  package enum Key: Sendable, Hashable {
    case tag(UUID?)
    case comment(String?)
    /// `2026-11-20`, `2026-W46`, `2026-11`, `2026`, `Monday`, or `09` for an hour of the clock.
    case date(String)
  }
}
