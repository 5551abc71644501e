import IntentKit
import JSONText
import MinutaCore

/// The invoices in the data folder.
struct StoredInvoices {
  /// The invoices, sorted by date and number.
  let invoices: [Invoice]
  /// The numbers of the invoices whose files can't be used, sorted.
  let unreadable: [String]
  /// The texts of all files, by number.
  let texts: [String: String]

  init(_ tracker: TimeTracker) throws(TrackingError) {
    var invoices: [Invoice] = []
    var unreadable: [String] = []
    texts = try tracker.invoiceTexts()
    for (number, text) in texts {
      let invoice: Invoice? = try? JSONValue(parsing: text).decode()
      if let invoice, invoice.number == number, invoice.hasPossibleTimes {
        invoices.append(invoice)
      } else {
        unreadable.append(number)
      }
    }
    self.invoices = invoices.sorted { ($0.date, $0.number) < ($1.date, $1.number) }
    self.unreadable = unreadable.sorted()
  }

  /// Returns the invoice of a number.
  func invoice(_ number: String) throws(Failure) -> Invoice {
    if let invoice = invoices.first(where: { $0.number == number }) { return invoice }
    throw .invoiceNotFound(number, known: invoices.map(\.number))
  }

  /// The problems with the invoices and the records that they bill.
  func findings(_ tracker: TimeTracker) throws(TrackingError) -> [StoreFinding] {
    let invalid = unreadable.map { number in
      StoreFinding(
        .unreadableFile(reason: "it isn't an invoice of this name"),
        file: StoreRepair.invoicePath(number)
      )
    }
    return invalid + (try tracker.findings(in: invoices, unreadable: unreadable))
  }
}

extension Invoice {
  /// Whether all times are such as records can have; a damaged file may have others.
  fileprivate var hasPossibleTimes: Bool {
    ([seconds] + lines.map(\.seconds)).allSatisfy { (0...1 << 42).contains($0) }
  }
}
