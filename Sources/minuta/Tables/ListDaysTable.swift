import IntentKit
import MinutaIntents

struct ListDaysTable: ResultTable {
  let intent = "ListDays"

  func table(of result: ListDaysIntent.Result) -> Table { Table() }

  func lines(of result: IntentResult, on console: Console) throws -> [String] {
    let days = try typed(result)
    let lines = DaysChart(days, console).lines(days.view)
    return lines.isEmpty ? [] : [""] + lines
  }
}
