import MinutaCore

/// A column of a CSV file.
///
/// A file with the columns `startUTC`, `endUTC`, `tag`, `comment`, `timeZone` and `id` loses nothing
/// but images.
package enum CSVColumn: String, TableColumn {
  case date
  case start
  case end
  case duration
  case hours
  case seconds
  case tag
  case client
  case project
  case task
  case comment
  case labels
  case id
  case timeZone
  case startUTC
  case endUTC

  /// The columns of the original Minuta.
  static let usual: [CSVColumn] = [.date, .start, .end, .duration, .tag, .comment]

  var title: String {
    switch self {
    case .date: "Date"
    case .start: "Start Time"
    case .end: "End Time"
    case .duration: "Duration"
    case .hours: "Hours"
    case .seconds: "Seconds"
    case .tag: "Tag"
    case .client: "Client"
    case .project: "Project"
    case .task: "Task"
    case .comment: "Comment"
    case .labels: "Labels"
    case .id: "ID"
    case .timeZone: "Time Zone"
    case .startUTC: "Start UTC"
    case .endUTC: "End UTC"
    }
  }

  /// Whether a file has only columns with these headings, so that Minuta wrote it.
  static func areTitles(_ names: [String]) -> Bool {
    names.allSatisfy { name in allCases.contains { $0.title == name } }
  }
}
