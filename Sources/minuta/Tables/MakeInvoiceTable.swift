import IntentKit
import MinutaIntents

struct MakeInvoiceTable: ResultTable {
  let intent = "MakeInvoice"

  func table(of result: MakeInvoiceIntent.Result) -> Table { Table() }

  /// Returns true, because the sentence is no part of the invoice.
  func hasPrintedContent(_ result: IntentResult) throws -> Bool { true }

  /// Returns the lines of the invoice.
  func lines(of result: IntentResult, on console: Console) throws -> [String] {
    try typed(result).text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
  }
}
