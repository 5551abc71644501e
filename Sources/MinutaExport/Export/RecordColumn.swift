import MinutaCore

/// A column of a table of records.
enum RecordColumn: String, CaseIterable, Sendable {
  case id
  case date
  case start
  case end
  case duration
  case tag
  case comment
  case labels
  case timeZone

  /// The heading of the column.
  var title: String {
    switch self {
    case .id: "ID"
    case .date: "Date"
    case .start: "Start"
    case .end: "End"
    case .duration: "Duration"
    case .tag: "Tag"
    case .comment: "Comment"
    case .labels: "Labels"
    case .timeZone: "Time zone"
    }
  }

  /// Returns the columns with these names, or the usual ones if there are no names.
  ///
  /// - Throws: `FormatError.unknownColumn`.
  static func columns(named names: [String]?) throws(FormatError) -> [RecordColumn] {
    guard let names else { return [.date, .start, .end, .duration, .tag, .comment] }
    var columns: [RecordColumn] = []
    for name in names {
      guard let column = allCases.first(where: { $0.rawValue.lowercased() == name.lowercased() })
      else { throw .unknownColumn(name, known: allCases.map(\.rawValue)) }
      columns.append(column)
    }
    return columns
  }
}
