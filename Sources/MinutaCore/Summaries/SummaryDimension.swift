/// A property of records by which time is grouped: the tag, the comment or a calendar unit.
package enum SummaryDimension: Sendable, Hashable {
  case tag
  /// The outermost levels of the tag's name, at least one, such as `Acme` of `Acme/Website`.
  case tagLevel(Int)
  case day
  case week
  case month
  case year
  case weekday
  case hour
  case comment

  /// Whether this is a calendar unit, so that records must be split at its boundaries.
  var isCalendarUnit: Bool {
    switch self {
    case .tag, .tagLevel, .comment: false
    case .day, .week, .month, .year, .weekday, .hour: true
    }
  }

  /// Whether this is the tag, or levels of its name.
  package var isTag: Bool {
    switch self {
    case .tag, .tagLevel: true
    default: false
    }
  }
}

extension SummaryDimension: CaseIterable {
  /// The dimensions without a number.
  package static let allCases: [SummaryDimension] = [
    .tag, .day, .week, .month, .year, .weekday, .hour, .comment,
  ]
}

extension SummaryDimension: RawRepresentable, Codable {
  package init?(rawValue: String) {
    let level =
      rawValue.hasPrefix(Self.levelPrefix) ? Int(rawValue.dropFirst(Self.levelPrefix.count)) : nil
    let dimension = level.map { .tagLevel($0) } ?? Self.allCases.first { $0.rawValue == rawValue }
    // A number has only one spelling, so `tag:01` is not valid.
    guard let dimension, dimension.rawValue == rawValue, level ?? 1 > 0 else { return nil }
    self = dimension
  }

  /// The text that users type, such as `day` or `tag:1`.
  package var rawValue: String {
    switch self {
    case .tag: "tag"
    case .tagLevel(let level): "\(Self.levelPrefix)\(level)"
    case .day: "day"
    case .week: "week"
    case .month: "month"
    case .year: "year"
    case .weekday: "weekday"
    case .hour: "hour"
    case .comment: "comment"
    }
  }

  private static let levelPrefix = "tag:"
}
