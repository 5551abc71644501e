import IntentKit
import JSONText

struct HistoryTable: ResultTable {
  let intent = "History"
  let cellLimit = 100

  func table(of value: JSONObject) -> Table {
    Table(rows: (value["entries"]?.array ?? []).map(row))
  }

  private func row(_ entry: JSONValue) -> [Table.Cell] {
    let source = entry["source"]?.string ?? ""
    let run = entry["run"]?.string.map { ", run \($0)" } ?? ""
    let undone = entry["undone"]?.bool == true ? " undone" : ""
    return [
      Table.Cell(text: entry["entry"]?.integer.map(String.init) ?? "", isNumber: true),
      Table.Cell(text: entry["localTime"]?.string ?? "", isNumber: true),
      Table.Cell(text: entry["command"]?.string ?? ""),
      Table.Cell(text: entry["summary"]?.string ?? ""),
      Table.Cell(text: "(\(CallSource(rawValue: source)?.name ?? source)\(run))\(undone)"),
    ]
  }
}
