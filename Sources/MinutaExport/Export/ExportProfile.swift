import JSONText
import MinutaCore

/// The columns of another program's CSV files, as a JSON file in `Exporters/Profiles` has them.
struct ExportProfile: Sendable, Decodable {
  let name: String
  let title: String
  let columns: [Column]

  struct Column: Sendable, Decodable {
    let title: String
    let value: Value
    /// The kind of the values; nil for text.
    let kind: RowColumn.Kind?
    /// The text in place of an empty one; nil for none.
    let none: String?
    /// The text between tags.
    let separator: String?
    /// The texts for false and true.
    let texts: [String]?

    var column: RowColumn { RowColumn(title, kind ?? .text) }
  }

  /// The value of a record, or of a day, that a column has.
  enum Value: String, Sendable, Decodable {
    case user, email, client, project, task, comment, tags, billable
    case date, startTime, endDate, endTime, seconds, duration
    case day, dayStart, dayEnd, breaks, worked, target, balance
  }

  /// The columns of days that have no target.
  var columnsWithoutTargets: [Column] {
    columns.filter { $0.value != .target && $0.value != .balance }
  }

  /// The headings with which each file of the profile begins.
  var titles: [String] { columnsWithoutTargets.map(\.title) }

  /// Whether the columns have a value.
  func has(_ value: Value) -> Bool { columns.contains { $0.value == value } }
}

extension ExportProfile {
  /// A row a day: the first start, the last end, the breaks and the working time.
  ///
  /// If there are targets, the last columns are the target of the day and the balance.
  static let daySheet = ExportProfile(PackageResources.daysheet_json)
  /// The columns that Kimai's importer takes; a tag's path is customer, project and activity.
  static let kimai = ExportProfile(PackageResources.kimai_json)
  /// The columns of Toggl Track's detailed report; a tag's path is client, project and task.
  static let toggl = ExportProfile(PackageResources.toggl_json)

  /// Reads a profile; it has no columns if the JSON is wrong, which a test prevents.
  private init(_ json: [UInt8]) {
    let profile: ExportProfile? = try? JSONValue(parsing: json).decode()
    self = profile ?? ExportProfile(name: "", title: "", columns: [])
  }
}

extension ExportFormat {
  private init(_ profile: ExportProfile) {
    let hasDays = profile.has(.day)
    let features: Set<Feature> = hasDays ? [.decimalHours, .cutAtRange] : [.user]
    self.init(profile.name, profile.title, extension: "csv", features.union([.durations])) {
      options throws(FormatError) in
      if hasDays { return DayTableWriter(profile, options) }
      return ProfileWriter(profile: profile, options: options)
    }
  }

  package static let daySheet = ExportFormat(.daySheet)
  package static let kimai = ExportFormat(.kimai)
  package static let toggl = ExportFormat(.toggl)
}
