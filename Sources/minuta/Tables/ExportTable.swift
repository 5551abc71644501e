import IntentKit
import MinutaIntents

struct ExportTable: ResultTable {
  let intent = "Export"

  func table(of result: ExportIntent.Result) -> Table { Table() }

  func hasPrintedContent(_ result: IntentResult) throws -> Bool {
    let value = try typed(result)
    return result.plan == nil && value.output == nil && value.content == nil
  }

  func warning(in result: IntentResult) throws -> String? { try typed(result).omissionNote }
}
