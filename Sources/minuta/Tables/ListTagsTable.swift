import MinutaIntents

struct ListTagsTable: ResultTable {
  let intent = "ListTags"

  func table(of result: ListTagsIntent.Result) -> Table {
    Table(
      rows: result.tags.map { tag in
        [
          Table.Cell(text: tag.name, color: tag.color, leastWidth: 12),
          Table.Cell(text: tag.color),
          Table.Cell(text: tag.isArchived ? "archived" : ""),
        ]
      }
    )
  }
}
