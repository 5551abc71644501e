import MinutaIntents

struct ListDeletionsTable: ResultTable {
  let intent = "ListDeletions"

  func table(of result: ListDeletionsIntent.Result) -> Table {
    ListRecordsTable(measuresTimers: false).table(
      of: result.pendingDeletions,
      timeZone: result.timeZone
    )
  }
}
