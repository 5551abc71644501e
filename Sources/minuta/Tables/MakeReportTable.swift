import IntentKit
import MinutaIntents

struct MakeReportTable: ResultTable {
  let intent = "MakeReport"

  func table(of result: MakeReportIntent.Result) -> Table { Table() }

  func hasPrintedContent(_ result: IntentResult) throws -> Bool {
    let value = try typed(result)
    return result.plan == nil && value.output == nil && value.content == nil && value.data == nil
  }
}
