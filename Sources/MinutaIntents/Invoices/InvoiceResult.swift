import MinutaCore

/// An invoice in a result; its amounts are decimal numbers as text.
package struct InvoiceResult: ResultPart {
  package let number: String
  package let date: String
  /// The first and the last day of the records.
  package let from: String
  package let to: String
  /// The IANA name of the time zone of all days.
  package let timeZone: String
  package let client: String
  package let currency: String
  package let records: Int
  package let seconds: Int
  package let lines: [Line]
  package let subtotal: String
  package let tax: Tax?
  package let total: String
  /// Whether the billed records can be changed; nil if they are locked.
  package let unlocked: Bool?

  /// A line of an invoice.
  package struct Line: Codable, Sendable {
    package let text: String
    package let seconds: Int
    /// The price of an hour.
    package let rate: String
    package let amount: String
  }

  package struct Tax: Codable, Sendable {
    package let name: String
    package let percent: String
    package let amount: String
  }

  init(_ invoice: Invoice) {
    (number, date) = (invoice.number, invoice.date)
    (from, to) = (invoice.from, invoice.to)
    timeZone = invoice.timeZone
    (client, currency) = (invoice.client, invoice.currency.code)
    (records, seconds) = (invoice.records.count, invoice.seconds)
    lines = invoice.lines.map { line in
      Line(
        text: line.text,
        seconds: line.seconds,
        rate: line.rate.text(places: invoice.currency.places),
        amount: line.amount.text
      )
    }
    subtotal = invoice.subtotal.text
    tax = invoice.tax.map { Tax(name: $0.name, percent: $0.percent.text, amount: $0.amount.text) }
    total = invoice.total.text
    unlocked = invoice.unlocked == true ? true : nil
  }
}
