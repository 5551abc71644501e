import Foundation

extension TimeTracker {
  /// Returns the texts of all stored invoices, by number; that of a file that can't be read is
  /// empty.
  package func invoiceTexts() throws(TrackingError) -> [String: String] {
    try transaction.invoices()
  }

  /// Returns the records to bill: those that start in a range and match a filter.
  package func billableRecords(
    in range: TimeRange,
    of filter: RecordFilter
  ) throws(TrackingError) -> BillableRecords {
    var found = BillableRecords()
    var records: [TimeRecord] = []
    for record in try selected(range, filter) {
      if record.startTime < range.from ?? .distantPast { continue }
      if record.isRunning {
        found.running += 1
      } else if let invoice = record.invoice {
        found.billed += 1
        if !invoice.isEmpty { found.invoices.insert(invoice) }
      } else {
        records.append(record)
      }
    }
    found.records = try tagged(records)
    return found
  }

  /// Returns the numbers of all invoices: those in comments and those that are stored.
  package func invoiceNumbers() throws(TrackingError) -> Set<String> {
    let totals = try labels(in: TimeRange(timeZone: .gmt), of: .label(Label(Label.billedKey)))
    let marks = totals.filter { $0.key == Label.billedKey }.flatMap { $0.values.map(\.value) }
    return Set(marks).union(try invoiceTexts().keys)
  }

  /// Stores an invoice, and marks its records with the label `billed`.
  ///
  /// - Parameter text: the invoice as JSON.
  package mutating func bill(
    _ records: [TaggedRecord],
    on number: String,
    _ text: String
  ) throws(TrackingError) {
    let label = Label(Label.billedKey, number)
    for record in records.map(\.record) {
      var marked = record
      marked.comment = label.added(to: record.comment)
      try change(record, to: marked)
    }
    transaction.repair([.changingInvoice(number, from: nil, to: text)])
  }

  /// Replaces the text of a stored invoice, by which it is unlocked or locked again.
  package mutating func replaceInvoice(_ number: String, _ text: String, with new: String) {
    transaction.repair([.changingInvoice(number, from: text, to: new)])
    locks = [:]
  }

  /// Returns a finding for each record that differs from the invoice that bills it, and for each
  /// number in a label that no invoice has.
  ///
  /// - Parameter unreadable: the numbers of other invoices, which can't be read.
  package func findings(
    in invoices: [Invoice],
    unreadable: [String]
  ) throws(TrackingError) -> [StoreFinding] {
    var findings = try labelFindings(invoices, unreadable)
    for invoice in invoices {
      for billed in invoice.records {
        guard let id = UUID.of(billed.id) else { continue }
        let record = try transaction.record(id)
        guard let difference = billed.difference(from: record, on: invoice.number) else { continue }
        findings.append(
          StoreFinding(
            .billedRecord(difference, invoice: invoice.number),
            file: try path(ofBilled: id, invoice.number),
            record: id
          )
        )
      }
    }
    return findings
  }

  /// Returns the findings about records whose label has the number of an invoice that doesn't list
  /// them, or that doesn't exist.
  private func labelFindings(
    _ invoices: [Invoice],
    _ unreadable: [String]
  ) throws(TrackingError) -> [StoreFinding] {
    var listed: [String: Set<UUID>] = [:]
    for invoice in invoices {
      listed[invoice.number] = Set(invoice.records.compactMap { UUID.of($0.id) })
    }
    var findings: [StoreFinding] = []
    var unknown: [String: [UUID]] = [:]
    for record in try selected(TimeRange(timeZone: .gmt), .label(Label(Label.billedKey))) {
      guard let number = record.invoice, !number.isEmpty else { continue }
      if let ids = listed[number] {
        if ids.contains(record.id) { continue }
        let path = try transaction.path(ofRecord: record.id)
        let problem = StoreProblem.billedRecord(.unlisted, invoice: number)
        findings.append(StoreFinding(problem, file: path, record: record.id))
      } else if !unreadable.contains(number) {
        unknown[number, default: []].append(record.id)
      }
    }
    return findings
      + unknown.sorted { $0.key < $1.key }.map { number, ids in
        StoreFinding(
          .invoiceMissing(number, records: ids.count),
          file: StoreRepair.invoicePath(number),
          record: ids.count == 1 ? ids[0] : nil
        )
      }
  }

  private func path(ofBilled id: UUID, _ number: String) throws(TrackingError) -> String {
    try transaction.path(ofRecord: id) ?? StoreRepair.invoicePath(number)
  }
}

/// The records of a range that can be billed, and the numbers of those that can't.
package struct BillableRecords: Sendable {
  /// The records, sorted by start.
  package fileprivate(set) var records: [TaggedRecord] = []
  /// The number of records that are billed already.
  package fileprivate(set) var billed = 0
  /// The numbers of the invoices that bill them.
  package fileprivate(set) var invoices: Set<String> = []
  /// The number of running timers.
  package fileprivate(set) var running = 0

  package init() {}

  /// The time in seconds that is billed more than once, because records overlap.
  package var overlapSeconds: Int {
    var (seconds, last) = (0.0, Date.distantPast)
    for record in records.map(\.record) {
      let end = record.end(at: record.startTime)
      seconds += max(0, min(last, end).timeIntervalSince(record.startTime))
      last = max(last, end)
    }
    return Int(seconds)
  }
}

extension Invoice.Record {
  /// Returns the difference between the billed record and the record as it is now; nil if there is
  /// none.
  fileprivate func difference(from record: TimeRecord?, on number: String) -> InvoiceDifference? {
    guard let record else { return .deleted }
    if record.invoice != number { return .unmarked }
    let isEqual =
      Timestamp.text(record.startTime) == startTime
      && Timestamp.text(record.end(at: record.startTime)) == endTime && record.tagId?.text == tagId
    return isEqual ? nil : .changed
  }
}

extension StoreRepair {
  /// The folder of invoices, relative to the data folder.
  package static let invoiceFolder = "invoices"

  /// Returns the path of an invoice's file, relative to the data folder.
  package static func invoicePath(_ number: String) -> String { "\(invoiceFolder)/\(number).json" }

  /// Returns the number of an invoice from the path of its file; nil for another file.
  package static func invoiceNumber(ofFile path: String) -> String? {
    guard path.hasPrefix("\(invoiceFolder)/"), path.hasSuffix(".json") else { return nil }
    return String(path.dropFirst(invoiceFolder.count + 1).dropLast(".json".count))
  }

  /// Whether the repair stores, changes or removes an invoice.
  var isOfInvoice: Bool { subject.hasPrefix("\(Self.invoiceFolder)/") }

  fileprivate static func changingInvoice(
    _ number: String,
    from before: String?,
    to after: String
  ) -> StoreRepair {
    let path = invoicePath(number)
    return StoreRepair(of: path, texts: [TextFileChange(path: path, before: before, after: after)])
  }
}
