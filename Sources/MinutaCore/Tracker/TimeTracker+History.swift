import Foundation

/// A history entry as listed for users, with a summary.
package struct HistoryListItem: Sendable, Equatable {
  package let entry: HistoryEntry
  package let call: HistoryEntrySummary
  /// Whether a later entry has undone this one.
  package let isUndone: Bool
  /// The number of calls of one run for which the item stands; the entry is the newest of them.
  package private(set) var callCount = 1
  /// Whether all calls for which the item stands have the same intent.
  package private(set) var hasOneIntent = true
  /// The records that these calls changed.
  package private(set) var records: RecordChangeTotals

  fileprivate init(_ entry: HistoryEntry, _ call: HistoryEntrySummary, isUndone: Bool) {
    (self.entry, self.call, self.isUndone) = (entry, call, isUndone)
    records = RecordChangeTotals(entry)
  }

  /// Adds an older call if it belongs to the same run; otherwise returns false.
  fileprivate mutating func add(_ older: HistoryEntry, isUndone: Bool) -> Bool {
    guard let run = entry.origin.run, older.origin.run == run, isUndone == self.isUndone else {
      return false
    }
    callCount += 1
    if older.origin.intent != entry.origin.intent { hasOneIntent = false }
    records.add(older)
    return true
  }
}

/// The result of an undo.
package struct UndoResult: Sendable, Equatable {
  /// The history entries that were completely or partly undone, newest first, up to `entryLimit`.
  package fileprivate(set) var entries: [HistoryEntry] = []
  /// The number of history entries that were completely or partly undone.
  package fileprivate(set) var count = 0
  /// Summaries of the calls that were undone or redone, newest first, up to `callLimit`.
  package fileprivate(set) var calls: [HistoryEntrySummary] = []
  /// The number of calls that were undone or redone.
  package fileprivate(set) var callCount = 0
  /// The records that these calls had added and changed.
  package fileprivate(set) var records = RecordChangeTotals()
  /// The records that the undo of a single call changed back, as they are now.
  ///
  /// It is empty if the call changed more records than its summary has.
  package fileprivate(set) var restored: [TaggedRecord] = []
  package fileprivate(set) var undoConflicts: [UndoConflict] = []
  /// The decisions about idle time that the caller must apply to the uptime history, in order.
  package fileprivate(set) var decisions: [IdleTimeDecision] = []

  /// The maximum number of entries in a result, because an undo may cover a very long history.
  static let entryLimit = 100
  /// The maximum number of call summaries in a result.
  static let callLimit = 3

  fileprivate mutating func add(_ entry: HistoryEntry) {
    count += 1
    if entries.count < Self.entryLimit { entries.append(entry) }
  }

  fileprivate mutating func add(
    _ entry: HistoryEntry,
    _ call: @autoclosure () -> HistoryEntrySummary
  ) {
    callCount += 1
    records.add(entry)
    if calls.count < Self.callLimit { calls.append(call()) }
  }
}

/// Describes why a call can't be undone: everything that it changed has been changed again since.
package struct UndoConflictReport: Sendable, Equatable {
  package let call: HistoryEntrySummary
  /// The records, tags and files that would have to be undone but have changed, records first.
  package let undoConflicts: [UndoConflict]
  /// Whether the first item of `undoConflicts` has been deleted.
  package let isGone: Bool
  /// The path of the first item's file, relative to the data folder.
  ///
  /// Nil if the item isn't a record or has no file.
  package let path: String?
  package let isRedo: Bool
  /// Whether the user can pass `skip` to undo the call before this one instead.
  package let isSkippable: Bool
}

/// An item that an undo leaves unchanged, because it was changed again after the call.
package enum UndoConflict: Sendable, Equatable {
  /// The record as it is now, or as it was last if it has been deleted.
  case record(TaggedRecord)
  case tag(Tag)
  /// A tag that the call created and that can't be deleted, because other records use it now.
  case tagInUse(Tag)
  /// A tag that can't get its former name back, because another tag has that name now.
  case nameConflict(TagNameConflict)
  /// A file that the call repaired; the associated value is its path.
  case file(String)
}

/// A tag that can't be restored because another tag has its former name.
package struct TagNameConflict: Sendable, Equatable {
  /// The tag as it would be restored, with its former name.
  package let tag: Tag
  /// The tag as it is now, or nil if it was deleted.
  package let now: Tag?
  /// The other tag, which has the name now.
  package let holder: Tag

  package init(tag: Tag, now: Tag?, holder: Tag) {
    (self.tag, self.now, self.holder) = (tag, now, holder)
  }
}

extension TimeTracker {
  /// Returns the most recent history entries, newest first.
  package func history(limit: Int, byRun: Bool) throws(TrackingError) -> [HistoryListItem] {
    var steps: [HistoryListItem] = []
    try enumerateHistory { entry, isUndone, tags in
      // Such an entry only records the progress of a batch.
      if entry.isEmpty, entry.origin.step != nil, entry.refusedPath == nil { return true }
      if byRun, let last = steps.indices.last, steps[last].add(entry, isUndone: isUndone) {
        return true
      }
      if steps.count == limit { return false }
      steps.append(HistoryListItem(entry, summary(of: entry, tags), isUndone: isUndone))
      return byRun || steps.count < limit
    }
    return steps
  }

  private func summary(of entry: HistoryEntry, _ tags: TagHistoryRewinder) -> HistoryEntrySummary {
    // A call that decides about idle time may change no records. Then describe its timers instead.
    let ids = entry.records.isEmpty ? entry.decisions.map(\.timer) : []
    return tags.summary(of: entry, ids.compactMap { try? transaction.record($0) })
  }

  /// Undoes calls, item by item: each record, tag and file is restored separately.
  ///
  /// Items that were changed after the call stay as they are.
  ///
  /// - Throws: `TrackingError.changedSince` if nothing can be undone. Then nothing is changed.
  package mutating func undo(_ plan: UndoPlan) throws(TrackingError) -> UndoResult {
    if plan.isEmpty { throw .nothingToUndo(redoing: plan.isRedo) }
    if let refusal = plan.refusal { throw refusal }
    // If the tags can't be changed, fail now. Otherwise the call would be undone only in part.
    if plan.changesTags, let problem = try transaction.tags().problem {
      throw .tagsUnusable(problem)
    }
    // Another program may have given a record a tag that is to be deleted.
    if plan.changesTags { try transaction.verify() }
    var (undone, newest) = (UndoResult(), HistoryEntrySummary?.none)
    var (remaining, redone) = (plan.sequences, RangeSet<Int>())
    var failure: TrackingError?
    // Read the history from a copy of the tracker, because the undo changes the original meanwhile.
    let before = self
    try before.enumerateHistory { entry, _, tags in
      if redone.contains(entry.sequence) { undone.add(entry, before.summary(of: entry, tags)) }
      if remaining.contains(entry.sequence) {
        remaining.remove(contentsOf: entry.sequence..<entry.sequence + 1)
        newest = newest ?? before.summary(of: entry, tags)
        do throws(TrackingError) {
          if try revert(entry, &undone.undoConflicts) {
            undone.add(entry)
            if plan.isRedo { entry.undoes.forEach { redone.insert($0) } }
            if !plan.isRedo { undone.add(entry, before.summary(of: entry, tags)) }
          }
        } catch {
          failure = error
          return false
        }
      }
      return !remaining.isEmpty
        || redone.ranges.first.map { $0.lowerBound < entry.sequence } ?? false
    }
    if let failure { throw failure }
    undone.decisions = transaction.changes.decisions
    if !plan.isRedo, undone.callCount == 1, let call = undone.calls.first {
      undone.restored = try restored(by: undone, of: call)
    }
    if undone.count > 0 { return undone }
    for case .nameConflict(let name) in undone.undoConflicts { throw .tagNameTaken(name) }
    guard let newest else { throw .nothingToUndo(redoing: plan.isRedo) }
    throw .changedSince(try conflict(with: newest, undone.undoConflicts, in: plan))
  }

  /// Returns the records that a call changed, and that exist again as they were before it.
  private func restored(
    by undone: UndoResult,
    of call: HistoryEntrySummary
  ) throws(TrackingError) -> [TaggedRecord] {
    if call.recordCount > call.records.count { return [] }
    let kept = undone.undoConflicts.compactMap(\.record?.id)
    var restored: [TaggedRecord] = []
    for changed in call.records.map(\.record) where !kept.contains(changed.id) {
      let record = try transaction.record(changed.id)
      if let record, record != changed { restored.append(try tagged(record)) }
    }
    return restored
  }

  private func conflict(
    with call: HistoryEntrySummary,
    _ undoConflicts: [UndoConflict],
    in plan: UndoPlan
  ) throws(TrackingError) -> UndoConflictReport {
    // Don't report tags in use: the records that use them are the cause, and those are reported.
    let sorted =
      undoConflicts.filter(\.isRecord) + undoConflicts.filter { !$0.isRecord && !$0.isTagInUse }
    var (isGone, path) = (false, String?.none)
    if case .record(let tagged)? = sorted.first {
      isGone = try transaction.record(tagged.record.id) == nil
      path = try transaction.path(ofRecord: tagged.record.id)
    } else if case .tag(let tag)? = sorted.first {
      isGone = try transaction.tags()[tag.id] == nil
    }
    return UndoConflictReport(
      call: call,
      undoConflicts: sorted,
      isGone: isGone,
      path: path,
      isRedo: plan.isRedo,
      isSkippable: plan.isSkippable
    )
  }

  /// Undoes the changes of one history entry, and adds what can't be undone to `undoConflicts`.
  ///
  /// - Returns: Whether any part of the entry was undone.
  private mutating func revert(
    _ entry: HistoryEntry,
    _ undoConflicts: inout [UndoConflict]
  ) throws(TrackingError) -> Bool {
    try checkLocks(of: entry)
    var conflicts = try invoiceConflicts(entry)
    if !conflicts.isEmpty {
      undoConflicts += conflicts.filter { !undoConflicts.contains($0) }
      return false
    }
    for repair in entry.repairs.reversed()
    where try !apply(entry.isSync ? repair.reversedSync : repair.reversed) {
      conflicts.append(.file(repair.subject))
    }
    let taken = try nameConflicts(entry)
    // Restore tags before the records that refer to them. Created tags are deleted after the
    // records.
    for change in entry.tags where change.before != nil {
      if let conflict = try restore(change, taken) { conflicts.append(conflict) }
    }
    var records: Set<UUID> = []
    for change in entry.records {
      let isOfGoneTag = change.before?.entity.tagId.map { taken[$0]?.isGone ?? false } ?? false
      if isOfGoneTag {
        conflicts += try self.conflicts(of: change)
      } else if try revert(change) {
        records.insert(change.id)
      } else {
        conflicts += try self.conflicts(of: change)
      }
    }
    for change in entry.tags where change.before == nil {
      if let conflict = try remove(change, of: entry) { conflicts.append(conflict) }
    }
    undoConflicts += conflicts.filter { !undoConflicts.contains($0) }
    let count = entry.records.count + entry.tags.count + entry.repairs.count
    if conflicts.count == count, count > 0 || entry.decisions.isEmpty { return false }
    for decision in entry.decisions.reversed() { transaction.note(decision.reversed) }
    try removeMovedImages(of: entry, restoring: records)
    transaction.recordUndo(entry.sequence, of: records)
    return true
  }

  /// Returns the conflicts of an entry that stored or removed an invoice.
  ///
  /// An invoice and the labels of its records are undone and redone together or not at all.
  /// Otherwise, records would be locked by an invoice that doesn't list them, or be billed twice.
  private func invoiceConflicts(_ entry: HistoryEntry) throws(TrackingError) -> [UndoConflict] {
    guard entry.repairs.contains(where: \.isOfInvoice) else { return [] }
    var conflicts: [UndoConflict] = []
    for change in entry.records where try transaction.record(change.id) != change.after?.entity {
      conflicts += try self.conflicts(of: change)
    }
    for repair in entry.repairs where try !transaction.canApply(repair.reversed) {
      conflicts.append(.file(repair.subject))
    }
    return conflicts
  }

  private func conflicts(
    of change: EntityChange<TimeRecord>
  ) throws(TrackingError) -> [UndoConflict] {
    let last = (change.after ?? change.before)?.entity
    let record = try transaction.record(change.id) ?? last
    return try record.map { record throws(TrackingError) in [.record(try tagged(record))] } ?? []
  }

  /// Removes images from restored records if they were moved to a record that isn't undone.
  private mutating func removeMovedImages(
    of entry: HistoryEntry,
    restoring records: Set<UUID>
  ) throws(TrackingError) {
    for (old, new) in entry.movedImages
    where records.contains(old.record) && !records.contains(new.record) {
      guard var record = try transaction.record(old.record) else { continue }
      record.images.removeAll { $0 == old.file }
      transaction.save(record)
    }
  }

  private mutating func apply(_ repair: StoreRepair) throws(TrackingError) -> Bool {
    guard try transaction.canApply(repair) else { return false }
    transaction.repair([repair])
    return true
  }

  private mutating func revert(
    _ change: EntityChange<TimeRecord>
  ) throws(TrackingError) -> Bool {
    guard try transaction.record(change.id) == change.after?.entity else { return false }
    if let before = change.before {
      transaction.restore(before, over: change.after?.text)
    } else {
      transaction.deleteRecord(change.id)
    }
    return true
  }
}

extension UndoConflict {
  fileprivate var record: TimeRecord? {
    if case .record(let tagged) = self { tagged.record } else { nil }
  }
  fileprivate var isRecord: Bool { record != nil }
  fileprivate var isTagInUse: Bool { if case .tagInUse = self { true } else { false } }
}

extension HistoryEntry {
  /// Whether the entry contains nothing that an undo could restore.
  var isEmpty: Bool {
    records.isEmpty && tags.isEmpty && repairs.isEmpty && decisions.isEmpty
  }

  /// Whether the entry has changes of other machines, which are undone only if asked for by number.
  var isSync: Bool { origin.isSync }
}

extension ChangeOrigin {
  package var isSync: Bool { kind == .sync }

  /// Whether the run of the call is one command: an import or a sync.
  package var isOneCommand: Bool { isSync || kind == .importedRecord }
}
