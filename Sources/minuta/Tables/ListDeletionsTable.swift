import MinutaIntents

struct ListDeletionsTable: ResultTable {
  let intent = "ListDeletions"

  func table(of result: ListDeletionsIntent.Result) -> Table {
    ListRecordsTable().table(of: result.pendingDeletions, timeZone: result.timeZone)
  }
}
