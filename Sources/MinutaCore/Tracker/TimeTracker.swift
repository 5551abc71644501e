package import Foundation

/// The rules of time tracking, applied to one state of a store.
package struct TimeTracker {
  /// The time of the call.
  ///
  /// The clock is read once per call.
  package var now: Date
  let makeID: @Sendable () -> UUID
  var transaction: StoreTransaction

  init(over transaction: StoreTransaction, now: Date, makeID: @escaping @Sendable () -> UUID) {
    self.transaction = transaction
    self.now = now
    self.makeID = makeID
  }

  /// Returns the files that have been skipped so far, because they can't be used.
  package func skippedFiles() -> [SkippedFile] {
    transaction.skippedFiles()
  }

  /// The version of the state that was read, or nil if it has none.
  package var state: Int? { transaction.state }

  /// The number of the last history entry when the state was read, or nil if unknown.
  package var lastEntry: Int? { transaction.lastEntry }

  /// The number that the current call will have in the history, or nil if it has changed nothing.
  package var entry: Int? { transaction.entry }

  /// Ends the current call.
  ///
  /// Later changes belong to another call that is committed together with it.
  package mutating func endCall(_ origin: ChangeOrigin) {
    transaction.endCall(origin)
  }

  /// Discards the changes of the current call.
  package mutating func discardCall() {
    transaction.discardCall()
  }

  /// Returns the last step of each recent batch, newest batch first.
  package func batchSteps() throws(TrackingError) -> [BatchStep] {
    try transaction.batchSteps()
  }

  /// Returns the stored result for an idempotency key.
  package func idempotentResult(forKey key: String) throws(TrackingError) -> IdempotentResult? {
    try transaction.idempotentResult(forKey: key)
  }

  /// Records a decision about a timer's idle time, so that it can be undone.
  package mutating func note(_ decision: IdleTimeDecision) {
    transaction.note(decision)
  }

  /// Stores the result for an idempotency key together with the changes.
  package mutating func save(_ answer: IdempotentResult) {
    transaction.save(answer)
  }

  func tagged(_ record: TimeRecord) throws(TrackingError) -> TaggedRecord {
    let tags = try transaction.tags()
    return TaggedRecord(record: record, tag: record.tagId.flatMap { tags[$0] })
  }

  package func tagged(_ records: [TimeRecord]) throws(TrackingError) -> [TaggedRecord] {
    let tags = try transaction.tags()
    if records.count < Self.dictionaryThreshold {
      return records.map { record in
        TaggedRecord(record: record, tag: record.tagId.flatMap { tags[$0] })
      }
    }
    let byID = tags.byID
    return records.map { record in
      TaggedRecord(record: record, tag: record.tagId.flatMap { byID[$0] })
    }
  }

  /// For fewer records than this, building a dictionary of all tags is slower than single lookups.
  private static let dictionaryThreshold = 16
}

/// A record with its tag.
///
/// The tag is nil if the record has none, or if it doesn't exist.
package struct TaggedRecord: Sendable, Hashable {
  package let record: TimeRecord
  package let tag: Tag?
}
