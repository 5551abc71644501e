import Foundation
import IntentKit
import MinutaCore
import MinutaIntents

struct ListInvoicesTable: ResultTable {
  let intent = "ListInvoices"

  func table(of result: ListInvoicesIntent.Result) -> Table {
    let hasUnlocked = result.invoices.contains { $0.unlocked == true }
    return Table(
      rows: result.invoices.map { invoice in
        let state = Table.Cell(text: invoice.unlocked == true ? "unlocked" : "")
        return [
          Table.Cell(text: invoice.number), Table.Cell(text: invoice.date),
          Table.Cell(text: invoice.client, leastWidth: 4),
          Table.Cell(seconds: invoice.seconds),
          Table.Cell(text: "\(invoice.total) \(invoice.currency)", isNumber: true),
        ] + (hasUnlocked ? [state] : [])
      }
    )
  }

  func hasPrintedContent(_ result: IntentResult) throws -> Bool {
    let value = try typed(result)
    return result.plan == nil && value.records != nil && value.text == nil && value.output == nil
  }

  /// Returns the list of invoices, or the text and the records of the one that the call names.
  func lines(of result: IntentResult, on console: Console) throws -> [String] {
    let value = try typed(result)
    guard let invoice = value.invoices.first, let records = value.records else {
      return table(of: value).lines(console)
    }
    guard let text = value.text else { return value.content.map { [$0] } ?? [] }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return lines + recordTable(records, invoice).lines(console)
  }

  /// Returns the table of an invoice's records, with times in the invoice's time zone.
  private func recordTable(
    _ records: [ListInvoicesIntent.RecordLineResult],
    _ invoice: InvoiceResult
  ) -> Table {
    let zone = TimeZone(identifier: invoice.timeZone) ?? .gmt
    let clock = LocalTimeConverter(timeZone: zone)
    return Table(
      rows: records.map { record in
        let start = Timestamp.date(record.startTime).map(clock.time)
        let end = Timestamp.date(record.endTime).map(clock.time)
        return [
          Table.Cell(text: start?.dateText ?? ""), Table.Cell(text: start?.clockText ?? ""),
          Table.Cell(text: end?.clockText ?? ""),
          Table.Cell(text: DurationFormat.text(seconds: record.seconds), isNumber: true),
          Table.Cell(text: record.rate, isNumber: true), Table.Cell(text: record.tag ?? ""),
          Table.Cell(text: String(record.id.prefix(8))),
        ]
      }
    )
  }
}
