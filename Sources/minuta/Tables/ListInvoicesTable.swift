import MinutaCore
import MinutaIntents

struct ListInvoicesTable: ResultTable {
  let intent = "ListInvoices"

  func table(of result: ListInvoicesIntent.Result) -> Table {
    if let records = result.records {
      return Table(
        rows: records.map { record in
          [
            Table.Cell(text: record.startTime),
            Table.Cell(text: DurationFormat.text(seconds: record.seconds), isNumber: true),
            Table.Cell(text: record.rate, isNumber: true),
            Table.Cell(text: record.tag ?? ""), Table.Cell(text: String(record.id.prefix(8))),
          ]
        }
      )
    }
    return Table(
      rows: result.invoices.map { invoice in
        [
          Table.Cell(text: invoice.number), Table.Cell(text: invoice.date),
          Table.Cell(text: invoice.client),
          Table.Cell(text: DurationFormat.text(seconds: invoice.seconds), isNumber: true),
          Table.Cell(text: "\(invoice.total) \(invoice.currency)", isNumber: true),
        ]
      }
    )
  }
}
