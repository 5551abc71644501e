import MinutaCore

extension ForwardingServices {
  func invoiceTexts() throws(TrackingError) -> [String: String] { try base.invoiceTexts() }

  func invoiceNumbers() throws(TrackingError) -> Set<String> { try base.invoiceNumbers() }

  func billableRecords(
    in range: TimeRange,
    of filter: RecordFilter
  ) throws(TrackingError) -> BillableRecords {
    try base.billableRecords(in: range, of: filter)
  }

  mutating func bill(
    _ records: [TaggedRecord],
    on number: String,
    _ text: String
  ) throws(TrackingError) {
    try base.bill(records, on: number, text)
  }

  mutating func replaceInvoice(
    _ number: String,
    _ text: String,
    with new: String
  ) throws(TrackingError) {
    try base.replaceInvoice(number, text, with: new)
  }

  func findings(
    in invoices: [Invoice],
    unreadable: [String]
  ) throws(TrackingError) -> [StoreFinding] {
    try base.findings(in: invoices, unreadable: unreadable)
  }
}
