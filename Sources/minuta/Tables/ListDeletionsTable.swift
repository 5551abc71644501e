import JSONText

struct ListDeletionsTable: ResultTable {
  let intent = "ListDeletions"

  func table(of value: JSONObject) -> Table {
    ListRecordsTable().table(of: [
      "records": value["pendingDeletions"] ?? [],
      "range": ["timeZone": value["timeZone"] ?? .null],
    ])
  }
}
