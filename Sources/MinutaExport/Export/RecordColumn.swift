import MinutaCore

/// A column of a table of records; its raw value is its name.
///
/// A file with the columns `startUTC`, `endUTC`, `tag`, `comment`, `timeZone` and `id` loses nothing
/// but images.
package enum RecordColumn: String, CaseIterable, Sendable {
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

  /// The heading and the kind of values.
  var column: RowColumn {
    switch self {
    case .date: RowColumn("Date", .day)
    case .start: RowColumn("Start Time", .time)
    case .end: RowColumn("End Time", .time)
    case .duration: RowColumn("Duration", .duration)
    case .hours: RowColumn("Hours", .number)
    case .seconds: RowColumn("Seconds", .number)
    case .tag: RowColumn("Tag")
    case .client: RowColumn("Client")
    case .project: RowColumn("Project")
    case .task: RowColumn("Task")
    case .comment: RowColumn("Comment")
    case .labels: RowColumn("Labels", .labels)
    // Excel takes a file that begins with "ID" for one of another format.
    case .id: RowColumn("Id")
    case .timeZone: RowColumn("Time Zone")
    case .startUTC: RowColumn("Start UTC")
    case .endUTC: RowColumn("End UTC")
    }
  }

  var title: String { column.title }

  /// The columns for the options of an export; those of the original Minuta if it names none.
  ///
  /// - Throws: `FormatError.unknownColumn`.
  static func columns(_ options: ExportOptions) throws(FormatError) -> [RecordColumn] {
    let usual: [RecordColumn] = [.date, .start, .end, .duration, .tag, .comment]
    guard let names = options.columns else { return usual }
    var columns: [RecordColumn] = []
    for name in names {
      guard let column = allCases.first(where: { $0.rawValue.lowercased() == name.lowercased() })
      else { throw .unknownColumn(name, known: allCases.map(\.rawValue)) }
      columns.append(column)
    }
    if columns.isEmpty { throw .unknownColumn("", known: allCases.map(\.rawValue)) }
    return columns
  }

  /// Whether Minuta wrote a table with these headings: all are its own, and one is of those that other
  /// programs seldom have.
  static func areTitles(_ names: [String]) -> Bool {
    // Older exports have the title "ID".
    names.allSatisfy { name in name == "ID" || allCases.contains { $0.title == name } }
      && [tag, labels, id, timeZone, startUTC, endUTC].contains { names.contains($0.title) }
  }
}

extension ExportedRecord {
  /// Returns the text of a column, which is empty for a time or duration that depends on the format.
  func text(_ column: RecordColumn) -> String {
    switch column {
    case .date, .start, .end, .duration: ""
    case .hours: DurationText.hours(seconds)
    case .seconds: String(seconds)
    case .tag: tag ?? ""
    case .client: path.count > 1 ? path[0] : ""
    case .project: path.prefix(2).last ?? ""
    case .task: path.dropFirst(2).joined(separator: "/")
    case .comment: record.comment ?? ""
    case .labels: labels.map(\.text).joined(separator: " ")
    case .id: record.id.text
    case .timeZone: record.timeZone ?? ""
    case .startUTC: Timestamp.text(record.startTime)
    case .endUTC: record.endTime.map(Timestamp.text) ?? ""
    }
  }
}
