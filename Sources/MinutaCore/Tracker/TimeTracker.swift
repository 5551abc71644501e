package import Foundation

/// The rules of time tracking, applied to the state of a store within one transaction.
package struct TimeTracker {
  /// The time of the call, which is used for all its changes.
  package var now: Date
  let makeID: @Sendable () -> UUID
  /// The changes of billed records that the current call may make.
  package var billedRecordAccess = BilledRecordAccess.unlockedAndUnknown
  /// The locks of the invoices that bill records which the call changes, by number; nil if unlocked.
  var locks: [String: InvoiceLock?] = [:]
  /// The store as the call sees it; only the rules change it.
  package internal(set) var transaction: StoreTransaction

  init(over transaction: StoreTransaction, now: Date, makeID: @escaping @Sendable () -> UUID) {
    self.transaction = transaction
    self.now = now
    self.makeID = makeID
  }

  /// Ends the current call, and starts another one that is committed together with it.
  package mutating func endCall(_ origin: ChangeOrigin) {
    transaction.endCall(origin)
    locks = [:]
  }

  /// Discards the changes of the current call.
  package mutating func discardCall() {
    transaction.discardCall()
    locks = [:]
  }

  /// Adds a decision about a timer's idle time to the history entry of the call, for undo.
  package mutating func note(_ decision: IdleTimeDecision) {
    transaction.note(decision)
  }

  /// Stores the result of a call with an idempotency key together with its changes.
  package mutating func save(_ answer: IdempotentResult) {
    transaction.save(answer)
  }

  func tagged(_ record: TimeRecord) throws(TrackingError) -> TaggedRecord {
    let tags = try transaction.tags()
    return tagged(record) { tags[$0] }
  }

  private func tagged(_ record: TimeRecord, _ tag: (UUID) -> Tag?) -> TaggedRecord {
    TaggedRecord(record: record, tag: record.tagId.flatMap(tag))
  }

  /// Returns records, each together with its tag.
  package func tagged(_ records: [TimeRecord]) throws(TrackingError) -> [TaggedRecord] {
    let tags = try transaction.tags()
    if records.count < Self.dictionaryThreshold {
      return records.map { record in tagged(record) { tags[$0] } }
    }
    let byID = tags.byID
    return records.map { record in tagged(record) { byID[$0] } }
  }

  /// The minimum number of records for which a dictionary of all tags is built for lookups.
  ///
  /// For fewer records, single lookups are faster.
  private static let dictionaryThreshold = 16
}

/// A record together with its tag.
///
/// `tag` is nil if the record has no tag, or if its tag doesn't exist.
package struct TaggedRecord: Sendable, Hashable {
  package let record: TimeRecord
  package let tag: Tag?
}
