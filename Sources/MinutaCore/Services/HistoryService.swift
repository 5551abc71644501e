/// The operations on earlier calls and deleted records.
package protocol HistoryService {
  /// Returns the most recent history entries, newest first.
  func history(limit: Int, byRun: Bool) throws(TrackingError) -> [HistoryListItem]

  /// Finds the history entries to undo.
  ///
  /// - Parameters:
  ///     - skipped: numbers of entries that `last`, `lastCall`, `lastUndone` and `run` must ignore.
  ///     - run: the run that this undo belongs to, if any. If `last` finds a call of the same run,
  ///       only that call is undone.
  func undoPlan(
    _ selection: UndoSelection,
    skipping skipped: RangeSet<Int>,
    within run: String?
  ) throws(TrackingError) -> UndoPlan

  /// Undoes calls, item by item: each record, tag and file is restored separately.
  ///
  /// Items that were changed after the call stay as they are.
  ///
  /// - Throws: `TrackingError.changedSince` if nothing can be undone. Then nothing is changed.
  mutating func undo(_ plan: UndoPlan) throws(TrackingError) -> UndoResult

  /// Adds a decision about a timer's idle time to the history entry of the call, for undo.
  mutating func note(_ decision: IdleTimeDecision)

  /// Returns the deleted records that can be restored.
  func deletedRecords() throws(TrackingError) -> [TaggedRecord]

  /// Restores a deleted record, and those of its images that are still in the trash.
  ///
  /// - Parameter text: the record's id, or at least its first four hex digits.
  mutating func restoreRecord(_ text: String) throws(TrackingError) -> RestoreResult
}
