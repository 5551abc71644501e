import JSONText

/// What an intent's value looks like as a table.
protocol ResultTable: Sendable {
  /// The id of the intent.
  var intent: String { get }
  /// The most characters that are shown of a cell.
  var cellLimit: Int { get }

  func table(of value: JSONObject) -> Table

  /// The table where nothing was done.
  func table(ofPlanned value: JSONObject) -> Table

  /// The exit code that the value stands for.
  func exitCode(of value: JSONObject) -> Int32
}

extension ResultTable {
  var cellLimit: Int { 60 }

  func table(ofPlanned value: JSONObject) -> Table { table(of: value) }

  func exitCode(of value: JSONObject) -> Int32 { 0 }
}

/// The intents whose answers have tables.
enum ResultTables {
  /// In alphabetical order.
  static let all: [any ResultTable] = [
    DoctorTable(),
    HistoryTable(),
    ListDeletionsTable(),
    ListRecordsTable(),
    ListTagsTable(),
    SummarizeTable(),
  ]
}
