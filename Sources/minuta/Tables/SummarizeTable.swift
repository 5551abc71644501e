import MinutaCore
import MinutaIntents

struct SummarizeTable: ResultTable {
  let intent = "Summarize"

  func table(of result: SummarizeIntent.Result) -> Table {
    var table = Table()
    add(result.groups, by: result.groupBy[...], to: &table, indentation: 0)
    return table
  }

  private func add(
    _ groups: [SummaryGroupResult],
    by dimensions: ArraySlice<SummaryDimension>,
    to table: inout Table,
    indentation: Int
  ) {
    let none = dimensions.first == .comment ? "without a comment" : "untagged"
    for group in groups {
      let records = group.records == 1 ? "1 record" : "\(group.records) records"
      table.rows.append([
        Table.Cell(text: group.key ?? none, indentation: indentation),
        Table.Cell(text: DurationFormat.text(seconds: group.seconds), isNumber: true),
        Table.Cell(text: records, isNumber: true),
      ])
      add(
        group.groups ?? [],
        by: dimensions.dropFirst(),
        to: &table,
        indentation: indentation + 1
      )
    }
  }
}
