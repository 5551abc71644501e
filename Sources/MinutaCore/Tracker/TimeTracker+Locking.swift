import Foundation

/// The changes of billed records that a call may make.
package enum BilledRecordAccess: Sendable {
  /// Changes of records whose invoice is unlocked: a call of an assistant.
  case unlocked
  /// Also the removal of a label whose invoice isn't in the data folder: a call of the user.
  case unlockedAndUnknown
  /// All changes: an undo by the user, and repairs.
  case all
}

/// An invoice that locks a record.
package struct InvoiceLock: Sendable, Equatable {
  /// The number of the invoice; empty for a label without one.
  package let number: String
  /// Whether the invoice is in the data folder, so that it can be unlocked.
  package let isStored: Bool

  package init(_ number: String, isStored: Bool) {
    (self.number, self.isStored) = (number, isStored)
  }
}

extension StoreSnapshot {
  /// Returns the invoice that locks a record; nil if none bills it, or if that one is unlocked.
  package func lock(of record: TimeRecord) throws(TrackingError) -> InvoiceLock? {
    guard let number = record.invoice else { return nil }
    return try lock(ofInvoice: number)
  }

  fileprivate func lock(ofInvoice number: String) throws(TrackingError) -> InvoiceLock? {
    guard InvoiceNumberPattern.isNumber(number), let isUnlocked = try isUnlocked(invoice: number)
    else { return InvoiceLock(number, isStored: false) }
    return isUnlocked ? nil : InvoiceLock(number, isStored: true)
  }
}

/// The lock of records that an invoice bills.
extension TimeTracker {
  /// Changes a record, or deletes it if `changed` is nil.
  ///
  /// The rules change existing records only through this method. Undo restores records as they were,
  /// so it uses `checkLocks` instead.
  mutating func change(
    _ record: TimeRecord,
    to changed: TimeRecord?
  ) throws(TrackingError) {
    if let lock = try lock(of: record) {
      var unmarked = record
      unmarked.comment = record.unbilledComment
      if lock.isStored || billedRecordAccess == .unlocked || changed != unmarked {
        throw .recordBilled(record, lock)
      }
    }
    if let changed { transaction.save(changed) } else { transaction.deleteRecord(record.id) }
  }

  /// Throws an error if an undo of an entry would change a locked record, or an invoice that bills one.
  func checkLocks(of entry: HistoryEntry) throws(TrackingError) {
    if billedRecordAccess == .all { return }
    let ids = entry.records.map(\.id)
    let paths = entry.repairs.flatMap { $0.texts.map(\.path) + $0.moves.map(\.to) }
    let invoices = paths.compactMap(StoreRepair.invoiceNumber)
    for record in try selected(TimeRange(timeZone: .gmt), .label(Label(Label.billedKey))) {
      if let number = record.invoice, invoices.contains(number) {
        throw .recordBilled(record, InvoiceLock(number, isStored: true))
      }
      let path = try transaction.path(ofRecord: record.id) ?? ""
      if ids.contains(record.id) || paths.contains(path),
        let lock = try transaction.lock(of: record)
      {
        throw .recordBilled(record, lock)
      }
    }
  }

  /// Returns the invoice that locks a record; nil if the call may change the record.
  mutating func lock(of record: TimeRecord) throws(TrackingError) -> InvoiceLock? {
    guard billedRecordAccess != .all, let number = record.invoice else { return nil }
    // A call can change many records of one invoice.
    if let known = locks[number] { return known }
    let lock = try transaction.lock(ofInvoice: number)
    locks[number] = .some(lock)
    return lock
  }
}

extension TimeRecord {
  /// The number of the invoice that bills the record: the value of the label `billed`.
  ///
  /// It is empty for a label without a value, and nil for a running timer or a record without the
  /// label.
  package var invoice: String? {
    guard endTime != nil, let comment else { return nil }
    for (label, _) in LabelScanner(comment) where label.key == Label.billedKey {
      return label.value ?? ""
    }
    return nil
  }

  /// The comment without the label `billed`.
  var unbilledComment: String? {
    invoice == nil ? comment : Label(Label.billedKey).removed(from: comment)
  }

  /// Whether the comment is a text, apart from the labels `billed`.
  func isAlike(_ text: String?) -> Bool {
    comment == text || unbilledComment == Label.unbilled(text)
  }

  /// The labels `billed` of the comment.
  var invoiceLabels: [Label] {
    invoice == nil ? [] : Label.all(in: comment).filter { $0.key == Label.billedKey }
  }
}

extension Label {
  /// The name of the label that marks a record as billed; its value is the invoice's number.
  package static let billedKey = "billed"

  /// Returns a comment without the label `billed`.
  package static func unbilled(_ comment: String?) -> String? {
    comment.flatMap { Label(billedKey).removed(from: $0) }
  }
}
