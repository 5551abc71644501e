/// A column of a table of records.
enum RecordColumn: String, TableColumn {
  case id
  case date
  case start
  case end
  case duration
  case tag
  case comment
  case labels
  case timeZone

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

  /// The columns of a table for which no names are given.
  static let usual: [RecordColumn] = [.date, .start, .end, .duration, .tag, .comment]
}
