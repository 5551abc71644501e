import IntentKit
import MinutaCore

package struct ListInvoicesIntent: BuiltInIntent {
  static let definition = PackageResources.ListInvoices_json

  struct Parameters: Codable {
    let number: String?
  }

  package struct Result: Codable, Sendable {
    package let invoices: [InvoiceResult]
    /// The records of the invoice that the call names; nil without a number.
    package let records: [RecordLineResult]?
    /// The numbers of the invoices whose files can't be used.
    package let unreadable: [String]
  }

  /// A record of an invoice, as it was billed.
  package struct RecordLineResult: Codable, Sendable {
    package let id: String
    package let startTime: String
    package let endTime: String
    package let seconds: Int
    package let tag: String?
    /// The price of an hour.
    package let rate: String
  }

  let parameters: Parameters

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let stored = try StoredInvoices(context.tracker)
    guard let number = parameters.number else {
      let count = stored.invoices.count
      return IntentOutput(
        Result(
          invoices: stored.invoices.map(InvoiceResult.init),
          records: nil,
          unreadable: stored.unreadable
        ),
        dialog: (count == 1 ? "1 invoice." : "\(count) invoices.") + note(stored.unreadable)
      )
    }
    guard let invoice = stored.invoices.first(where: { $0.number == number }) else {
      throw Failure.invoiceNotFound(number, known: stored.invoices.map(\.number))
    }
    return IntentOutput(
      Result(
        invoices: [InvoiceResult(invoice)],
        records: invoice.records.map { RecordLineResult($0, in: invoice) },
        unreadable: stored.unreadable
      ),
      dialog: invoice.sentence
    )
  }

  private func note(_ unreadable: [String]) -> String {
    unreadable.isEmpty ? "" : " 'minuta doctor' names \(unreadable.count) that can't be read."
  }
}

extension ListInvoicesIntent.RecordLineResult {
  fileprivate init(_ record: Invoice.Record, in invoice: Invoice) {
    (id, startTime, endTime) = (record.id, record.startTime, record.endTime)
    (seconds, tag) = (record.seconds, record.tag)
    let lines = invoice.lines
    rate = lines.indices.contains(record.line) ? lines[record.line].rate.text : ""
  }
}
