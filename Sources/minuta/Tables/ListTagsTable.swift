import JSONText

struct ListTagsTable: ResultTable {
  let intent = "ListTags"

  func table(of value: JSONObject) -> Table {
    Table(
      rows: (value["tags"]?.array ?? []).map { tag in
        [
          Table.Cell(text: tag["name"]?.string ?? "", color: tag["color"]?.string),
          Table.Cell(text: tag["color"]?.string ?? ""),
          Table.Cell(text: tag["isArchived"]?.bool == true ? "archived" : ""),
        ]
      }
    )
  }
}
