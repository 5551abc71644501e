import JSONText

/// What an intent's value looks like as a table.
protocol AnswerTable: Sendable {
  /// The id of the intent.
  var intent: String { get }

  func table(of value: JSONObject) -> Table
}

/// The intents whose answers have tables.
enum AnswerTables {
  /// In alphabetical order.
  static let all: [any AnswerTable] = [
    HistoryTable(),
    ListDeletionsTable(),
    ListRecordsTable(),
    ListTagsTable(),
    SummarizeTable(),
  ]
}
