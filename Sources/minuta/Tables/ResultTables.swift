import IntentKit
import JSONText

/// Renders an intent's result as a table.
protocol ResultTable: Sendable {
  /// The type of the intent's results.
  associatedtype Result: Decodable

  /// The id of the intent whose results are shown.
  var intent: String { get }
  /// The maximum number of characters shown of a cell.
  var cellLimit: Int { get }

  func table(of result: Result) -> Table

  /// Returns the table for the result of a dry run.
  func table(ofPlanned result: Result) -> Table

  /// Returns the exit code for a call's result.
  ///
  /// - Throws: `DecodingError` if the result doesn't have the intent's type.
  func exitCode(of result: IntentResult) throws -> Int32

  /// Returns whether the call itself wrote to standard output, so that its sentence belongs to
  /// standard error.
  ///
  /// - Throws: `DecodingError` if the result doesn't have the intent's type.
  func hasPrintedContent(_ result: IntentResult) throws -> Bool

  /// Returns the sentence of a call's text that warns of lost data; nil if there is none.
  ///
  /// It goes to standard error, even if the rest of the text isn't printed.
  ///
  /// - Throws: `DecodingError` if the result doesn't have the intent's type.
  func warning(in result: IntentResult) throws -> String?

  /// Returns the lines of the table for a call's result.
  ///
  /// - Throws: `DecodingError` if the result doesn't have the intent's type.
  func lines(of result: IntentResult, on console: Console) throws -> [String]
}

extension ResultTable {
  var cellLimit: Int { 60 }

  func table(ofPlanned result: Result) -> Table { table(of: result) }

  func exitCode(of result: IntentResult) throws -> Int32 { 0 }

  /// Returns a result as its type; it is decoded if it came from another process or a stored call.
  func typed(_ result: IntentResult) throws -> Result {
    try result.typed?.value as? Result ?? JSONValue.object(result.value).decode()
  }

  func hasPrintedContent(_ result: IntentResult) throws -> Bool { false }

  func warning(in result: IntentResult) throws -> String? { nil }

  func lines(of result: IntentResult, on console: Console) throws -> [String] {
    let value = try typed(result)
    var table = result.plan == nil ? table(of: value) : table(ofPlanned: value)
    table.cellLimit = cellLimit
    return table.lines(console)
  }
}

/// The result tables by intent.
enum ResultTables {
  /// The tables in alphabetical order of their intents.
  static let all: [any ResultTable] = [
    DoctorTable(),
    ExportTable(),
    HistoryTable(),
    ImportTable(),
    ListDaysTable(),
    ListDeletionsTable(),
    ListGapsTable(),
    ListInvoicesTable(),
    ListLabelsTable(),
    ListRecordsTable(),
    ListTagsTable(),
    MakeInvoiceTable(),
    MakeReportTable(),
    SummarizeTable(),
    UpdateRecordTable(),
  ]

  /// Returns the table for the results of an intent; nil if it has none.
  static func table(of intent: String?) -> (any ResultTable)? { all.first { $0.intent == intent } }
}
