import JSONText

/// Renders an intent's result as a table.
protocol ResultTable: Sendable {
  /// The id of the intent whose results are shown.
  var intent: String { get }
  /// The maximum number of characters shown of a cell.
  var cellLimit: Int { get }

  func table(of value: JSONObject) -> Table

  /// Returns the table for the result of a dry run.
  func table(ofPlanned value: JSONObject) -> Table

  /// Returns the exit code for a result's value.
  func exitCode(of value: JSONObject) -> Int32
}

extension ResultTable {
  var cellLimit: Int { 60 }

  func table(ofPlanned value: JSONObject) -> Table { table(of: value) }

  func exitCode(of value: JSONObject) -> Int32 { 0 }
}

/// The result tables by intent.
enum ResultTables {
  /// The tables in alphabetical order of their intents.
  static let all: [any ResultTable] = [
    DoctorTable(),
    HistoryTable(),
    ListDeletionsTable(),
    ListRecordsTable(),
    ListTagsTable(),
    SummarizeTable(),
  ]
}
