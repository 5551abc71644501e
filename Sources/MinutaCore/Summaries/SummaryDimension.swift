/// A property of records by which time is grouped: the tag, the comment, a label or a calendar
/// unit.
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
  /// The labels: a record belongs to the group of each of its labels.
  case label
  /// The values of the labels with a key.
  case labelValue(key: String)

  /// Whether this is a calendar unit, so that records must be split at its boundaries.
  var isCalendarUnit: Bool {
    switch self {
    case .tag, .tagLevel, .comment, .label, .labelValue: false
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

  /// Whether this groups by labels, so that a record may belong to several groups.
  var isLabel: Bool {
    switch self {
    case .label, .labelValue: true
    default: false
    }
  }
}

extension SummaryDimension: CaseIterable {
  /// The dimensions that have a name: those without a number, and without the key of a label.
  package static let allCases: [SummaryDimension] = [
    .tag, .day, .week, .month, .year, .weekday, .hour, .comment, .label,
  ]
}

extension SummaryDimension: RawRepresentable, Codable {
  /// Creates a dimension from its name, from a level of tags such as `tag:1` or `client`, or from the
  /// mark and the key of a label such as `+client`.
  package init?(rawValue: String) {
    if let named = Self.allCases.first(where: { $0.rawValue == rawValue }) {
      self = named
    } else if rawValue == Self.client {
      self = .tagLevel(1)
    } else if rawValue.hasPrefix(Self.levelPrefix) {
      // A number has only one spelling, so `tag:01` is not valid.
      guard let level = Int(rawValue.dropFirst(Self.levelPrefix.count)), level > 0,
        rawValue == "\(Self.levelPrefix)\(level)"
      else { return nil }
      self = .tagLevel(level)
    } else if let mark = rawValue.unicodeScalars.first, Label.marks.contains(mark),
      case let name = rawValue.unicodeScalars.dropFirst(), Label.isName(name)
    {
      self = .labelValue(key: Label(String(name)).key)
    } else {
      return nil
    }
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
    case .label: "label"
    case .labelValue(let key): "#\(key)"
    }
  }

  private static let levelPrefix = "tag:"

  /// The name of the outermost level of tags, which is often a client: `tag:1`.
  package static let client = "client"
}
