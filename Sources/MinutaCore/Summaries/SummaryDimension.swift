/// A property of records by which time is grouped: the tag, the comment or a calendar unit.
package enum SummaryDimension: String, Codable, Sendable, CaseIterable {
  case tag
  case day
  case week
  case month
  case year
  case weekday
  case hour
  case comment

  /// Whether this is a calendar unit, so that records must be split at its boundaries.
  var isCalendarUnit: Bool { self != .tag && self != .comment }
}
