import Foundation

/// Finds the history entries that an undo must revert.
///
/// Only their sequence numbers are stored, because the journal may be too large to keep in memory.
extension TimeTracker {
  /// Finds the history entries to undo.
  ///
  /// - Parameters:
  ///     - skipped: numbers of entries that `last`, `lastCall`, `lastUndone` and `run` must ignore.
  ///     - run: the run that this undo belongs to, if any. If `last` finds a call of the same run,
  ///       only that call is undone.
  package func undoPlan(
    _ selection: UndoSelection,
    skipping skipped: RangeSet<Int>,
    within run: String?
  ) throws(TrackingError) -> UndoPlan {
    switch selection {
    case .last:
      let (last, origin) = try lastPlan(skipped)
      if let found = origin?.run, found != run { return try plan(of: found, skipped).skippable }
      return last.skippable
    case .lastCall: return try lastPlan(skipped).plan.skippable
    case .lastUndone: return try redoPlan(skipped).skippable
    case .run(let run):
      let calls = try plan(of: run, skipped)
      if calls.isEmpty { throw .runNotFound(run) }
      return calls
    case .entry(let sequence): return try plan(ofEntry: sequence, skipped)
    case .after(let sequence): return try plan(after: sequence)
    }
  }

  private func lastPlan(
    _ skipped: RangeSet<Int>
  ) throws(TrackingError) -> (plan: UndoPlan, origin: ChangeOrigin?) {
    var plan = UndoPlan()
    var origin: ChangeOrigin?
    try enumerateHistory { entry, isUndone, _ in
      if entry.undoes.isEmpty, !isUndone, !entry.isEmpty, !entry.isSync,
        !skipped.contains(entry.sequence)
      {
        plan.add(entry)
        origin = entry.origin
      }
      return plan.isEmpty
    }
    return (plan, origin)
  }

  /// Finds the newest undo that hasn't been undone.
  ///
  /// As in an editor, it can't be redone after other changes.
  private func redoPlan(_ skipped: RangeSet<Int>) throws(TrackingError) -> UndoPlan {
    var plan = UndoPlan(isRedo: true)
    var isChanged = false
    var isBlocked = false
    var undone = RangeSet<Int>()
    var oldest = Int.max
    try enumerateHistory { entry, isUndone, _ in
      oldest = entry.sequence
      if !plan.isEmpty {
        if undone.contains(entry.sequence) { plan.count(entry.origin) }
      } else if entry.origin.kind == .undo, !isUndone, !skipped.contains(entry.sequence) {
        plan.add(entry)
        isBlocked = isChanged
        for sequence in entry.undoes { undone.insert(sequence) }
      } else if entry.undoes.isEmpty, !isUndone, !entry.isEmpty, !entry.isSync {
        isChanged = true
      }
      return plan.isEmpty || entry.sequence > undone.ranges.first?.lowerBound ?? .max
    }
    if isBlocked, let undo = plan.sequences.ranges.first?.lowerBound {
      throw .changesAfterUndo(undo)
    }
    // The calls to redo are described from their entries, so these must still exist.
    if let first = undone.ranges.first?.lowerBound, first < oldest {
      throw .historyEntryNotFound(first, oldest: oldest)
    }
    return plan
  }

  /// Finds the call with a number, or all entries of an import or a sync if it is the last of them,
  /// because the history lists these as one entry with this number.
  private func plan(
    ofEntry sequence: Int,
    _ skipped: RangeSet<Int>
  ) throws(TrackingError) -> UndoPlan {
    var plan = UndoPlan()
    var found: (origin: ChangeOrigin, isUndone: Bool)?
    var newerRuns: Set<String> = []
    var oldest: Int?
    try enumerateHistory { entry, isUndone, _ in
      oldest = entry.sequence
      if entry.sequence == sequence {
        found = (entry.origin, isUndone)
        if !isUndone, !entry.isEmpty || entry.refusedPath != nil { plan.add(entry) }
      } else if let run = entry.origin.run {
        newerRuns.insert(run)
      }
      return entry.sequence > sequence
    }
    guard let found else { throw entryNotFound(sequence, oldest) }
    if found.isUndone { throw .historyEntryUndone(sequence) }
    guard found.origin.isOneCommand, let run = found.origin.run, !newerRuns.contains(run) else {
      return plan
    }
    return try self.plan(of: run, skipped)
  }

  /// Finds the calls of a run that haven't been undone yet.
  private func plan(
    of run: String,
    _ skipped: RangeSet<Int>
  ) throws(TrackingError) -> UndoPlan {
    var plan = UndoPlan()
    var newest: ChangeOrigin?
    var firstStep = 0
    // The undos that the run itself made. An undo is ignored if it reverted only calls of the same
    // run, because the undo and those calls cancel out.
    var undos: [HistoryEntry] = []
    var oldest: HistoryEntry?
    try enumerateHistory { entry, isUndone, _ in
      oldest = entry
      let isOfRun = entry.origin.run == run
      if isOfRun, !isUndone, !entry.isEmpty, !skipped.contains(entry.sequence) {
        if entry.undoes.isEmpty { plan.add(entry) } else { undos.append(entry) }
        newest = newest ?? entry.origin
        firstStep = entry.origin.step?.index ?? 0
      }
      if !isOfRun {
        for undo in undos where undo.undoes.contains(entry.sequence) { plan.add(undo) }
        undos.removeAll { $0.undoes.contains(entry.sequence) }
      }
      // Calls that don't belong to the run may lie in between, so search back as far as a run can
      // last. A batch can be resumed much later, so always search back to its first step.
      guard let newest, !isOfRun, firstStep == 0, undos.isEmpty else { return true }
      return newest.now.timeIntervalSince(entry.origin.now) < Self.longestRun
    }
    if let oldest, oldest.origin.run == run, oldest.sequence > 1, oldest.origin.step?.index != 0 {
      // The first calls of the run may have been dropped, so it can't be undone as a whole.
      throw .historyEntryNotFound(oldest.sequence - 1, oldest: oldest.sequence)
    }
    return plan
  }

  /// The maximum duration of a workflow run, in seconds.
  private static let longestRun = 86_400.0

  /// Finds the entries to undo so that the state is again as it was after an entry.
  private func plan(after sequence: Int) throws(TrackingError) -> UndoPlan {
    var plan = UndoPlan()
    var undone = RangeSet<Int>()
    var (isKnown, oldest) = (false, Int?.none)
    try transaction.history { entry in
      isKnown = entry.sequence == sequence
      if entry.sequence <= sequence { return false }
      oldest = entry.sequence
      if undone.contains(entry.sequence) { return true }
      // An undo of calls that are all newer than `sequence` cancels out with those calls, so ignore
      // the undo and the calls. Any other undo must itself be undone.
      if !entry.undoes.isEmpty, entry.undoes.allSatisfy({ $0 > sequence }) {
        for number in entry.undoes { undone.insert(number) }
      } else if !entry.isEmpty, !entry.isSync {
        plan.add(entry)
      }
      return true
    }
    // All later entries exist if the oldest one directly follows; entry 0 precedes the first one.
    if !isKnown, oldest ?? 1 != sequence + 1 { throw entryNotFound(sequence, oldest) }
    return plan
  }

  /// Returns the error for an entry that the history doesn't contain.
  ///
  /// - Parameter oldest: the number of the oldest entry that was found.
  private func entryNotFound(_ sequence: Int, _ oldest: Int?) -> TrackingError {
    let wasDropped = oldest.map { sequence > 0 && sequence < $0 } ?? false
    return .historyEntryNotFound(sequence, oldest: wasDropped ? oldest : nil)
  }

  /// Calls `body` with each history entry, newest first, until it returns false.
  ///
  /// The other arguments of `body` are whether the entry has been undone, and the tags as they were
  /// after the entry.
  func enumerateHistory(
    _ body: (_ entry: HistoryEntry, _ isUndone: Bool, _ tags: TagHistoryRewinder) -> Bool
  ) throws(TrackingError) {
    var undone = RangeSet<Int>()
    var tags = TagHistoryRewinder(try transaction.tags())
    try transaction.history { entry in
      let isUndone = undone.contains(entry.sequence)
      if !isUndone { for sequence in entry.undoes { undone.insert(sequence) } }
      guard body(entry, isUndone, tags) else { return false }
      tags.rewind(before: entry)
      return true
    }
  }
}
