import Foundation

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
    if isLocked(record) { throw .recordBilled(record, invoice: record.invoice ?? "") }
    if let changed { transaction.save(changed) } else { transaction.deleteRecord(record.id) }
  }

  /// Throws an error if an undo of an entry would change a locked record.
  func checkLocks(of entry: HistoryEntry) throws(TrackingError) {
    if isUnlocked { return }
    let ids = entry.records.map(\.id)
    let paths = entry.repairs.flatMap { $0.texts.map(\.path) + $0.moves.map(\.to) }
    for record in try selected(TimeRange(timeZone: .gmt), .label(Label(Label.billedKey))) {
      let path = try transaction.path(ofRecord: record.id) ?? ""
      if ids.contains(record.id) || paths.contains(path) {
        throw .recordBilled(record, invoice: record.invoice ?? "")
      }
    }
  }

  /// Whether an invoice bills the record and the call doesn't unlock it.
  func isLocked(_ record: TimeRecord) -> Bool { !isUnlocked && record.invoice != nil }
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
