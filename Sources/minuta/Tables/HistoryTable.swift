import Foundation
import JSONText
import MinutaCore

struct HistoryTable: AnswerTable {
  let intent = "History"

  func table(of value: JSONObject) -> Table {
    Table(rows: (value["entries"]?.array ?? []).map(row))
  }

  private func row(_ entry: JSONValue) -> [Table.Cell] {
    let changes = entry["changes"]?.array ?? []
    let counts = ["record", "tag", "file"].compactMap { kind -> String? in
      let count = changes.count { $0["kind"]?.string == kind }
      return count == 0 ? nil : count == 1 ? "1 \(kind)" : "\(count) \(kind)s"
    }
    return [
      Table.Cell(text: entry["entry"]?.integer.map(String.init) ?? "", isNumber: true),
      Table.Cell(text: entry["time"]?.string ?? ""),
      Table.Cell(text: entry["door"]?.string ?? ""),
      Table.Cell(text: entry["intent"]?.string ?? ""),
      Table.Cell(text: counts.joined(separator: ", ")),
      Table.Cell(text: entry["undone"]?.bool == true ? "undone" : ""),
      Table.Cell(text: entry["run"]?.string ?? ""),
    ]
  }
}
