package import Foundation

/// The rules of time tracking over one state of a store.
package struct TimeTracker {
  /// The call's one reading of the clock.
  package var now: Date
  let makeID: @Sendable () -> UUID
  var transaction: StoreTransaction

  init(over transaction: StoreTransaction, now: Date, makeID: @escaping @Sendable () -> UUID) {
    self.transaction = transaction
    self.now = now
    self.makeID = makeID
  }

  /// The files that could not be used so far.
  package func skippedFiles() -> [SkippedFile] {
    transaction.skippedFiles()
  }

  /// The number of the state that has been looked at; nil where it has none.
  package var state: Int? { transaction.state }

  /// The number of the last entry of history when the state was read; nil where it is not known.
  package var lastEntry: Int? { transaction.lastEntry }

  /// The number that the call at hand will have in history; nil where it has changed nothing.
  package var entry: Int? { transaction.entry }

  /// Ends the call at hand: what is changed from here on is another call, committed with it.
  package mutating func endCall(_ origin: ChangeOrigin) {
    transaction.endCall(origin)
  }

  /// Takes back what the call at hand changed.
  package mutating func discardCall() {
    transaction.discardCall()
  }

  /// The last step of each batch that was begun lately, the newest batch first.
  package func batchSteps() throws(TrackingError) -> [BatchStep] {
    try transaction.batchSteps()
  }

  /// The answer that was kept under a key.
  package func idempotentResult(forKey key: String) throws(TrackingError) -> IdempotentResult? {
    try transaction.idempotentResult(forKey: key)
  }

  /// Remembers a decision about a timer, so that an undo can take it back.
  package mutating func note(_ decision: IdleTimeDecision) {
    transaction.note(decision)
  }

  /// Keeps an answer with what is changed.
  package mutating func save(_ answer: IdempotentResult) {
    transaction.save(answer)
  }

  func tagged(_ record: TimeRecord) throws(TrackingError) -> TaggedRecord {
    let tags = try transaction.tags()
    return TaggedRecord(record: record, tag: record.tagId.flatMap { tags[$0] })
  }

  package func tagged(_ records: [TimeRecord]) throws(TrackingError) -> [TaggedRecord] {
    let tags = try transaction.tags()
    if records.count < Self.fewRecords {
      return records.map { record in
        TaggedRecord(record: record, tag: record.tagId.flatMap { tags[$0] })
      }
    }
    let byID = tags.byID
    return records.map { record in
      TaggedRecord(record: record, tag: record.tagId.flatMap { byID[$0] })
    }
  }

  /// The records from which on a dictionary of all tags pays.
  private static let fewRecords = 16
}

/// A record with its tag; nil where it has none, or one that is not known.
package struct TaggedRecord: Sendable, Hashable {
  package let record: TimeRecord
  package let tag: Tag?
}
