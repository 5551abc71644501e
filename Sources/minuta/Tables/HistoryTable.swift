import IntentKit
import MinutaIntents

struct HistoryTable: ResultTable {
  let intent = "History"
  let cellLimit = 100

  func table(of result: HistoryIntent.Result) -> Table {
    Table(rows: result.entries.map(row))
  }

  private func row(_ item: HistoryListResult) -> [Table.Cell] {
    let (entry, text) = (item.entry, item.text)
    let source = CallSource(rawValue: entry.source)?.name ?? entry.source
    let run = entry.run.map { ", run \($0)" } ?? ""
    return [
      Table.Cell(text: String(entry.entry), isNumber: true),
      Table.Cell(text: text.localTime, isNumber: true),
      Table.Cell(text: text.command),
      Table.Cell(text: text.summary, leastWidth: 12),
      Table.Cell(text: "(\(source)\(run))\(entry.undone ? " undone" : "")"),
    ]
  }
}
