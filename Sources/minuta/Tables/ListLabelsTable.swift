import MinutaCore
import MinutaIntents

struct ListLabelsTable: ResultTable {
  let intent = "ListLabels"

  func table(of result: ListLabelsIntent.Result) -> Table {
    Table(
      rows: result.labels.flatMap { label in
        [row("#\(label.key)", label.seconds, label.records, indentation: 0)]
          + label.values.map { row($0.value, $0.seconds, $0.records, indentation: 1) }
      }
    )
  }

  private func row(
    _ name: String,
    _ seconds: Int,
    _ records: Int,
    indentation: Int
  ) -> [Table.Cell] {
    [
      Table.Cell(text: name, indentation: indentation, leastWidth: 12),
      Table.Cell(seconds: seconds),
      Table.Cell(count: records, "record"),
    ]
  }
}
