import MinutaCore
import MinutaIntents

struct SummarizeTable: ResultTable {
  let intent = "Summarize"

  func table(of result: SummarizeIntent.Result) -> Table {
    var table = Table()
    add(result.groups, of: result, by: result.groupBy[...], to: &table, indentation: 0)
    return table
  }

  private func add(
    _ groups: [SummaryGroupResult],
    of result: SummarizeIntent.Result,
    by dimensions: ArraySlice<SummaryDimension>,
    to table: inout Table,
    indentation: Int
  ) {
    let none = dimensions.first == .comment ? "without a comment" : "untagged"
    let isTree = result.tree == true && dimensions.count <= 1
    for group in groups {
      let text = isTree ? group.key.map { TagPath($0).components.last ?? $0 } : group.key
      let records = group.records == 1 ? "1 record" : "\(group.records) records"
      table.rows.append([
        Table.Cell(text: text ?? none, indentation: indentation),
        Table.Cell(text: DurationFormat.text(seconds: group.seconds), isNumber: true),
        Table.Cell(text: records, isNumber: true),
      ])
      add(
        group.groups ?? [],
        of: result,
        by: dimensions.dropFirst(),
        to: &table,
        indentation: indentation + 1
      )
    }
  }
}
