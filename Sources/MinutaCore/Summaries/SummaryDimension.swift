/// A dimension by which time is grouped.
package enum SummaryDimension: String, Sendable, CaseIterable {
  case tag
  case day
  case week
  case month
  case year
  case weekday
  case hour
  case comment

  /// Whether records are split at the boundaries of this dimension.
  var isCalendarUnit: Bool { self != .tag && self != .comment }
}
