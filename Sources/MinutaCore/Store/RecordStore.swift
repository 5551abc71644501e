package import Foundation

/// Where records and tags are kept.
///
/// A store holds no rule of time tracking. What `body` does is not awaited, so that nothing can
/// come between what it read and what it writes.
package protocol RecordStore: Sendable {
  /// Reads one state of the store.
  ///
  /// - Throws: What `body` throws, and `TrackingError` for a store that cannot be read.
  func read<Result>(_ body: (any StoreSnapshot) throws -> Result) throws -> Result

  /// Reads the newest state and writes what `body` saved, all or nothing, before returning.
  ///
  /// What `body` saved since it last ended a call is a call that came from `origin`. No other
  /// process writes meanwhile. Where `body` throws, nothing is written; it may be called more than
  /// once, and what it saved last counts.
  func write<Result>(
    _ origin: ChangeOrigin,
    _ body: (inout StoreTransaction) throws -> Result
  ) throws -> Result

  /// The number of the state that is there now, which no other state has; nil where it cannot be
  /// told without reading.
  var state: Int? { get }

  /// A store that answers as this one does and keeps what is written to it in memory.
  func dryRunCopy() -> any RecordStore

  /// Has history and the trash know what was written, where that was put off.
  func flush() throws

  /// Takes calls for committed in what is read from here on, and writes nothing.
  ///
  /// - Returns: Whether it did; a store that keeps what is written does not.
  func planChanges(_ calls: [CallChanges]) throws -> Bool
}

extension RecordStore {
  package func dryRunCopy() -> any RecordStore { OverlayStore(over: self) }

  /// Can tell none.
  package var state: Int? { nil }

  /// Has put nothing off.
  package func flush() {}

  /// Foresees nothing.
  package func planChanges(_ calls: [CallChanges]) -> Bool { false }
}

/// One state of a store.
package protocol StoreSnapshot {
  func tags() throws(TrackingError) -> TagList
  /// The running timers, in the order of `TimeRecord.isBefore`.
  func runningRecords() throws(TrackingError) -> [TimeRecord]
  /// The records of which a part lies in a range, in the order of `TimeRecord.isBefore`.
  func records(in range: TimeRange, now: Date) throws(TrackingError) -> [TimeRecord]
  /// The records of which a part lies in a range as rows, in the order of their starts; where little
  /// of them is needed, much cheaper than the records themselves.
  ///
  /// - Parameters:
  ///   - columns: what is wanted beside times and tags; the rest may be left out.
  ///   - checking: how far it is looked whether files were edited in place.
  func rows(
    in range: TimeRange,
    now: Date,
    columns: RowColumns,
    checking: FreshnessCheck
  ) throws(TrackingError) -> any RowSource
  /// Looks at every file, whether it was edited in place since what is known of it was read.
  func verify() throws(TrackingError)
  func record(_ id: UUID) throws(TrackingError) -> TimeRecord?
  /// The file that holds a record, within the store; nil where it has none.
  func path(ofRecord id: UUID) throws(TrackingError) -> String?
  /// The records whose id begins with some hex digits, in upper case and without hyphens.
  func records(withPrefix prefix: String) throws(TrackingError) -> [TimeRecord]
  /// The record that started last, of those whose ids are wanted.
  func lastRecord(where isWanted: (UUID) -> Bool) throws(TrackingError) -> TimeRecord?
  /// Hands over the records that calls on this machine were about, that of the newest call first,
  /// until `body` has seen enough.
  ///
  /// A call that was taken back counts no more, and a record may be gone by now. The calls of the
  /// last month are told at least.
  ///
  /// - Parameter undone: the entries of history that were taken back since.
  func touchedRecords(undone: Set<Int>, _ body: (UUID) -> Bool) throws(TrackingError)
  /// The records that were deleted on this machine and can be restored, in the order of
  /// `TimeRecord.isBefore`; none that is there again.
  func deletedRecords() throws(TrackingError) -> [StoredEntity<TimeRecord>]
  /// The images of a deleted record that can be restored with it.
  func trashedImages(of record: TimeRecord) throws(TrackingError) -> Set<String>
  /// What was changed on this machine, the newest first, until `body` has seen enough.
  func history(_ body: (HistoryEntry) -> Bool) throws(TrackingError)
  /// The answer that was kept with a key.
  func idempotentResult(forKey key: String) throws(TrackingError) -> IdempotentResult?
  /// The last step of each batch that was begun on this machine lately, the newest batch first.
  func batchSteps() throws(TrackingError) -> [BatchStep]
  /// What is wrong with the store, apart from what its records say, in the order of the files.
  func findings() throws(TrackingError) -> [StoreFinding]
  /// Whether every file is as a repair takes it to be.
  func canApply(_ repair: StoreRepair) throws(TrackingError) -> Bool
  /// The state as it is after repairs.
  func repaired(_ repairs: [StoreRepair]) -> any StoreSnapshot
  /// The files that could not be used by what has been read so far.
  func skippedFiles() -> [SkippedFile]
  /// The number by which the store knows this state, where it tells all that has been read so far.
  var state: Int? { get }
  /// The number of the last entry of history, 0 before the first; nil where it is not known.
  var lastEntry: Int? { get }
}

extension StoreSnapshot {
  /// It has none.
  package var state: Int? { nil }

  /// A store without files has no paths.
  package func path(ofRecord id: UUID) throws(TrackingError) -> String? { nil }

  /// A store without a history has no entries.
  package var lastEntry: Int? { nil }

  /// Makes rows of `records(in:now:)`.
  package func rows(
    in range: TimeRange,
    now: Date,
    columns: RowColumns,
    checking: FreshnessCheck
  ) throws(TrackingError) -> any RowSource {
    RecordRows(try records(in: range, now: now), now: now)
  }

  /// Has looked at every file already.
  package func verify() throws(TrackingError) {}

  /// The record that started last.
  func lastRecord() throws(TrackingError) -> TimeRecord? {
    try lastRecord { _ in true }
  }
}
