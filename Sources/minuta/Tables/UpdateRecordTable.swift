import MinutaIntents

struct UpdateRecordTable: ResultTable {
  let intent = "UpdateRecord"

  func table(of result: UpdateRecordIntent.Result) -> Table {
    Table(
      rows: (result.changes ?? []).map { change in
        let missing = change.field == "end" ? "running" : "none"
        return [
          Table.Cell(text: change.field),
          Table.Cell(text: change.before ?? missing, leastWidth: 8),
          Table.Cell.arrow,
          Table.Cell(text: change.after ?? missing, leastWidth: 8),
        ]
      }
    )
  }
}
