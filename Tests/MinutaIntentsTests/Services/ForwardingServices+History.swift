import MinutaCore

extension ForwardingServices {
  func history(limit: Int, byRun: Bool) throws(TrackingError) -> [HistoryListItem] {
    try base.history(limit: limit, byRun: byRun)
  }

  func undoPlan(
    _ selection: UndoSelection,
    skipping skipped: RangeSet<Int>,
    within run: String?
  ) throws(TrackingError) -> UndoPlan {
    try base.undoPlan(selection, skipping: skipped, within: run)
  }

  mutating func undo(_ plan: UndoPlan) throws(TrackingError) -> UndoResult {
    try base.undo(plan)
  }

  mutating func note(_ decision: IdleTimeDecision) {
    base.note(decision)
  }

  func deletedRecords() throws(TrackingError) -> [TaggedRecord] {
    try base.deletedRecords()
  }

  mutating func restoreRecord(_ text: String) throws(TrackingError) -> RestoreResult {
    try base.restoreRecord(text)
  }
}
