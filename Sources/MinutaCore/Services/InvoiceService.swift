/// The operations on invoices and the records that they bill.
package protocol InvoiceService {
  /// Returns the texts of all stored invoices, by number; that of a file that can't be read is
  /// empty.
  func invoiceTexts() throws(TrackingError) -> [String: String]

  /// Returns the numbers of all invoices: those in comments and those that are stored.
  func invoiceNumbers() throws(TrackingError) -> Set<String>

  /// Returns the records to bill: those that start in a range and match a filter.
  func billableRecords(
    in range: TimeRange,
    of filter: RecordFilter
  ) throws(TrackingError) -> BillableRecords

  /// Stores an invoice, and marks its records with the label `billed`.
  ///
  /// - Parameter text: the invoice as JSON.
  mutating func bill(
    _ records: [TaggedRecord],
    on number: String,
    _ text: String
  ) throws(TrackingError)

  /// Replaces the text of a stored invoice, by which it is unlocked or locked again.
  mutating func replaceInvoice(
    _ number: String,
    _ text: String,
    with new: String
  ) throws(TrackingError)

  /// Returns a finding for each record that differs from the invoice that bills it, and for each
  /// number in a label that no invoice has.
  ///
  /// - Parameter unreadable: the numbers of other invoices, which can't be read.
  func findings(
    in invoices: [Invoice],
    unreadable: [String]
  ) throws(TrackingError) -> [StoreFinding]
}
