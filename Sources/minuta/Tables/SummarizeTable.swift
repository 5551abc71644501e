import JSONText
import MinutaCore

struct SummarizeTable: ResultTable {
  let intent = "Summarize"

  func table(of value: JSONObject) -> Table {
    var table = Table()
    let dimensions = value["groupBy"]?.array?.compactMap(\.string) ?? []
    add(value["groups"]?.array ?? [], by: dimensions[...], to: &table, indentation: 0)
    return table
  }

  private func add(
    _ groups: [JSONValue],
    by dimensions: ArraySlice<String>,
    to table: inout Table,
    indentation: Int
  ) {
    let none = dimensions.first == "comment" ? "without a comment" : "untagged"
    for group in groups {
      let records = group["records"]?.integer ?? 0
      table.rows.append([
        Table.Cell(text: group["key"]?.string ?? none, indentation: indentation),
        Table.Cell(
          text: DurationFormat.text(seconds: group["seconds"]?.integer ?? 0),
          isNumber: true
        ),
        Table.Cell(text: records == 1 ? "1 record" : "\(records) records", isNumber: true),
      ])
      add(
        group["groups"]?.array ?? [],
        by: dimensions.dropFirst(),
        to: &table,
        indentation: indentation + 1
      )
    }
  }
}
