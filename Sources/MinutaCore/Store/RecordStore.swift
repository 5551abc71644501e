package import Foundation

/// Storage for records and tags, without any rules of time tracking.
///
/// The closures passed to `read` and `write` are synchronous, so nothing can change between their
/// reads and their writes.
package protocol RecordStore: Sendable {
  /// Calls `body` with a snapshot of the store.
  ///
  /// - Throws: Errors of `body`, or `TrackingError` if the store can't be read.
  func read<Result>(_ body: (any StoreSnapshot) throws -> Result) throws -> Result

  /// Calls `body` with the newest state, and commits its changes atomically before returning.
  ///
  /// No other process can write between the read and the commit. If `body` throws, nothing is
  /// written. `body` may be called more than once; only the changes of its last run are committed.
  ///
  /// - Parameter origin: the origin of the changes, except those of calls that `body` ended itself.
  func write<Result>(
    _ origin: ChangeOrigin,
    _ body: (inout StoreTransaction) throws -> Result
  ) throws -> Result

  /// Returns a store for a dry run: it has the same content, but keeps its writes in memory.
  func dryRunCopy() -> any RecordStore

  /// Makes the changes of a dry run so far visible to reads of the history and the trash.
  func flush() throws

  /// Makes later reads include `calls` as if they were committed, without writing them.
  ///
  /// - Returns: Whether the store supports this. Only a store made for a dry run does.
  func planChanges(_ calls: [CallChanges]) throws -> Bool
}

extension RecordStore {
  package func dryRunCopy() -> any RecordStore { OverlayStore(over: self) }

  /// The default for stores that aren't made for dry runs: there is nothing to do.
  package func flush() {}

  /// The default for stores that don't support planned changes: returns false.
  package func planChanges(_ calls: [CallChanges]) -> Bool { false }
}

/// The state of a store at one moment.
package protocol StoreSnapshot {
  func tags() throws(TrackingError) -> TagList
  /// Returns the running timers, sorted by `TimeRecord.isBefore`.
  func runningRecords() throws(TrackingError) -> [TimeRecord]
  /// Returns the records that overlap a range, sorted by `TimeRecord.isBefore`.
  func records(in range: TimeRange, now: Date) throws(TrackingError) -> [TimeRecord]
  /// Returns the records that overlap a range as rows of numbers, sorted by start.
  ///
  /// This is much faster than reading full records, especially if few columns are needed.
  ///
  /// - Parameters:
  ///     - columns: the columns needed apart from times and tags. Others may be left out.
  ///     - checking: which files to check for edits by other programs.
  func rows(
    in range: TimeRange,
    now: Date,
    columns: OptionalRowColumns,
    checking: FreshnessCheckScope
  ) throws(TrackingError) -> any RecordRowSource
  /// Checks all record files for edits that other programs made since the files were last read.
  func verify() throws(TrackingError)
  func record(_ id: UUID) throws(TrackingError) -> TimeRecord?
  /// Returns the path of a record's file, relative to the data folder, or nil if it has no file.
  func path(ofRecord id: UUID) throws(TrackingError) -> String?
  /// Returns the records whose id begins with the given uppercase hex digits; hyphens are ignored.
  func records(withPrefix prefix: String) throws(TrackingError) -> [TimeRecord]
  /// Returns the record with the latest start among those whose id and tag satisfy the closure.
  func lastRecord(where isWanted: (_ id: UUID, _ tag: UUID?) -> Bool) throws(TrackingError)
    -> TimeRecord?
  /// Calls `body` with the id of the record that each call on this machine was about, newest first.
  ///
  /// Stops when `body` returns false. Undone calls are left out, and a record may not exist any
  /// more. The calls of at least the last month are included.
  ///
  /// - Parameter undone: history entries to treat as undone, in addition to those undone in the
  ///   store.
  func touchedRecords(undone: Set<Int>, _ body: (UUID) -> Bool) throws(TrackingError)
  /// Returns the records that were deleted on this machine and can be restored.
  ///
  /// They are sorted by `TimeRecord.isBefore`. Records that exist again are left out.
  func deletedRecords() throws(TrackingError) -> [StoredEntity<TimeRecord>]
  /// Whether a record with this id was deleted on this machine and can be restored.
  func isDeleted(_ id: UUID) throws(TrackingError) -> Bool
  /// Returns the file names of a deleted record's images that are still in the trash.
  func trashedImages(of record: TimeRecord) throws(TrackingError) -> Set<String>
  /// Calls `body` with each history entry of this machine, newest first, until it returns false.
  func history(_ body: (HistoryEntry) -> Bool) throws(TrackingError)
  /// Returns the stored result of the call with this idempotency key, or nil if there is none.
  func idempotentResult(forKey key: String) throws(TrackingError) -> IdempotentResult?
  /// Returns the problems with the files in the data folder, sorted by file.
  ///
  /// Problems with the content of records, such as a missing tag, aren't included.
  func findings() throws(TrackingError) -> [StoreFinding]
  /// Whether every file that the repair changes still has the content that the repair expects.
  func canApply(_ repair: StoreRepair) throws(TrackingError) -> Bool
  /// Returns the repairs that merge the conflict copies of sync programs, except copies about which
  /// the user has to decide.
  ///
  /// Only copies of files that this snapshot has read so far are known.
  ///
  /// - Parameter ofTagsOnly: whether to leave out copies of records, which hinder no change.
  func copyRepairs(ofTagsOnly: Bool) throws(TrackingError) -> [StoreRepair]
  /// Returns the state that the store would have after the repairs, without applying them.
  func repaired(_ repairs: [StoreRepair]) -> any StoreSnapshot
  /// Returns the texts of all invoices, by number; that of a file that can't be read is empty.
  func invoices() throws(TrackingError) -> [String: String]
  /// Returns whether the records of an invoice can be changed; nil if there is no invoice of this
  /// number.
  func isUnlocked(invoice number: String) throws(TrackingError) -> Bool?
  /// Returns the files that reads of this snapshot have ignored so far, because they are unusable.
  func skippedFiles() -> [SkippedFile]
  /// The number of the newest history entry, 0 if the history is empty, or nil if unknown.
  var lastEntry: Int? { get }
}

extension StoreSnapshot {
  /// The default for stores without files: returns nil.
  package func path(ofRecord id: UUID) throws(TrackingError) -> String? { nil }

  /// The default: searches the deleted records.
  package func isDeleted(_ id: UUID) throws(TrackingError) -> Bool {
    try deletedRecords().contains { $0.entity.id == id }
  }

  /// The default for stores without files: there are no conflict copies.
  package func copyRepairs(ofTagsOnly: Bool) throws(TrackingError) -> [StoreRepair] { [] }

  /// The default for stores without a history: nil.
  package var lastEntry: Int? { nil }

  /// Reads full records and converts them to rows.
  ///
  /// This is the fallback for stores that don't keep rows.
  package func rows(
    in range: TimeRange,
    now: Date,
    columns: OptionalRowColumns,
    checking: FreshnessCheckScope
  ) throws(TrackingError) -> any RecordRowSource {
    InMemoryRowSource(try records(in: range, now: now), now: now)
  }

  /// The default for stores without files: there are no invoices.
  package func invoices() throws(TrackingError) -> [String: String] { [:] }

  /// The default for stores without files: nil.
  package func isUnlocked(invoice number: String) throws(TrackingError) -> Bool? { nil }

  /// The default for stores without files: there is nothing to check.
  package func verify() throws(TrackingError) {}

  /// Returns the record with the latest start, or nil if there are no records.
  func lastRecord() throws(TrackingError) -> TimeRecord? {
    try lastRecord { _, _ in true }
  }
}
