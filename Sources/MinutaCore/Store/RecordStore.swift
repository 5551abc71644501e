package import Foundation

/// Storage for records and tags.
///
/// A store has no rules of time tracking. `body` is synchronous, so nothing can change between its
/// reads and its writes.
package protocol RecordStore: Sendable {
  /// Calls `body` with a snapshot of the store.
  ///
  /// - Throws: Errors of `body`, or `TrackingError` if the store can't be read.
  func read<Result>(_ body: (any StoreSnapshot) throws -> Result) throws -> Result

  /// Calls `body` with the newest state, and commits its changes atomically before returning.
  ///
  /// Changes that `body` made after it last ended a call belong to a call from `origin`. No other
  /// process writes in the meantime. If `body` throws, nothing is written. `body` may be called
  /// more than once; only the changes of its last run are committed.
  func write<Result>(
    _ origin: ChangeOrigin,
    _ body: (inout StoreTransaction) throws -> Result
  ) throws -> Result

  /// The version number of the current state, or nil if it can't be determined without reading.
  ///
  /// Each state has a different number.
  var state: Int? { get }

  /// Returns a store with the same content that keeps its writes in memory.
  func dryRunCopy() -> any RecordStore

  /// Writes deferred updates of the history and the trash.
  func flush() throws

  /// Makes later reads include `calls` as if they were committed, without writing them.
  ///
  /// - Returns: Whether the store supports this. Only one made for a dry run does.
  func planChanges(_ calls: [CallChanges]) throws -> Bool
}

extension RecordStore {
  package func dryRunCopy() -> any RecordStore { OverlayStore(over: self) }

  /// By default, a store has no version.
  package var state: Int? { nil }

  /// By default, a store defers nothing.
  package func flush() {}

  /// By default, a store doesn't support planned changes.
  package func planChanges(_ calls: [CallChanges]) -> Bool { false }
}

/// The state of a store at one moment.
package protocol StoreSnapshot {
  func tags() throws(TrackingError) -> TagList
  /// Returns the running timers, sorted by `TimeRecord.isBefore`.
  func runningRecords() throws(TrackingError) -> [TimeRecord]
  /// Returns the records that overlap a range, sorted by `TimeRecord.isBefore`.
  func records(in range: TimeRange, now: Date) throws(TrackingError) -> [TimeRecord]
  /// Returns the records that overlap a range as rows, sorted by start.
  ///
  /// Much cheaper than full records if few columns are needed.
  ///
  /// - Parameters:
  ///   - columns: the columns needed apart from times and tags. Others may be left out.
  ///   - checking: which files to check for edits by other programs.
  func rows(
    in range: TimeRange,
    now: Date,
    columns: RowColumns,
    checking: FreshnessCheck
  ) throws(TrackingError) -> any RowSource
  /// Checks every file for edits by other programs since it was cached.
  func verify() throws(TrackingError)
  func record(_ id: UUID) throws(TrackingError) -> TimeRecord?
  /// Returns the path of a record's file, relative to the data folder, or nil if it has no file.
  func path(ofRecord id: UUID) throws(TrackingError) -> String?
  /// Returns the records whose id begins with these uppercase hex digits, ignoring hyphens.
  func records(withPrefix prefix: String) throws(TrackingError) -> [TimeRecord]
  /// Returns the record that started last among those whose id matches.
  func lastRecord(where isWanted: (UUID) -> Bool) throws(TrackingError) -> TimeRecord?
  /// Enumerates the records that calls on this machine were about, newest call first, until `body`
  /// returns false.
  ///
  /// Calls that were undone are left out. A record may not exist any more. At least the calls of
  /// the last month are included.
  ///
  /// - Parameter undone: the history entries that have been undone since.
  func touchedRecords(undone: Set<Int>, _ body: (UUID) -> Bool) throws(TrackingError)
  /// Returns the records that were deleted on this machine and can be restored, sorted by
  /// `TimeRecord.isBefore`.
  ///
  /// Leaves out records that exist again.
  func deletedRecords() throws(TrackingError) -> [StoredEntity<TimeRecord>]
  /// Returns the images that can be restored together with a deleted record.
  func trashedImages(of record: TimeRecord) throws(TrackingError) -> Set<String>
  /// Enumerates the changes made on this machine, newest first, until `body` returns false.
  func history(_ body: (HistoryEntry) -> Bool) throws(TrackingError)
  /// Returns the stored result for an idempotency key.
  func idempotentResult(forKey key: String) throws(TrackingError) -> IdempotentResult?
  /// Returns the last step of each recent batch on this machine, newest batch first.
  func batchSteps() throws(TrackingError) -> [BatchStep]
  /// Returns the problems with the store's files, in file order.
  ///
  /// Doesn't check the content of records.
  func findings() throws(TrackingError) -> [StoreFinding]
  /// Whether every file still has the content that the repair expects.
  func canApply(_ repair: StoreRepair) throws(TrackingError) -> Bool
  /// Returns the state after the repairs.
  func repaired(_ repairs: [StoreRepair]) -> any StoreSnapshot
  /// Returns the files that the reads so far had to skip.
  func skippedFiles() -> [SkippedFile]
  /// The version of this state, or nil if the store can't vouch for everything read so far.
  var state: Int? { get }
  /// The number of the last history entry, or 0 if there is none.
  ///
  /// Nil if unknown.
  var lastEntry: Int? { get }
}

extension StoreSnapshot {
  /// By default, a snapshot has no version.
  package var state: Int? { nil }

  /// A store without files has no paths.
  package func path(ofRecord id: UUID) throws(TrackingError) -> String? { nil }

  /// A store without a history has no entries.
  package var lastEntry: Int? { nil }

  /// Converts the result of `records(in:now:)` to rows.
  package func rows(
    in range: TimeRange,
    now: Date,
    columns: RowColumns,
    checking: FreshnessCheck
  ) throws(TrackingError) -> any RowSource {
    RecordRows(try records(in: range, now: now), now: now)
  }

  /// By default there is nothing to check.
  package func verify() throws(TrackingError) {}

  /// Returns the record that started last.
  func lastRecord() throws(TrackingError) -> TimeRecord? {
    try lastRecord { _ in true }
  }
}
