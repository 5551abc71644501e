/// What time is grouped by.
package enum SummaryDimension: String, Sendable, CaseIterable {
  case tag
  case day
  case week
  case month
  case year
  case weekday
  case hour
  case comment

  /// Whether time is cut for it, and not whole records sorted.
  var isCalendarUnit: Bool { self != .tag && self != .comment }
}
