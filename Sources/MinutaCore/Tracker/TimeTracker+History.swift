import Foundation

/// A history entry, and whether it has been undone.
package struct HistoryListItem: Sendable, Equatable {
  package let entry: HistoryEntry
  package let call: CallSummary
  /// Whether a later entry undid it.
  package let isUndone: Bool
}

/// The result of an undo.
package struct UndoResult: Sendable, Equatable {
  /// The most recent undone or partly undone entries, newest first.
  package fileprivate(set) var entries: [HistoryEntry] = []
  /// The number of all undone or partly undone entries.
  package fileprivate(set) var count = 0
  /// The most recent calls that were undone or redone.
  package fileprivate(set) var calls: [CallSummary] = []
  /// The number of all calls that were undone or redone.
  package fileprivate(set) var callCount = 0
  package fileprivate(set) var undoConflicts: [UndoConflict] = []
  /// The idle time decisions to apply, in order.
  package fileprivate(set) var decisions: [IdleTimeDecision] = []

  /// The maximum number of entries in the result.
  ///
  /// An undo may cover a very long history.
  static let entryLimit = 100
  /// The maximum number of calls in the result.
  static let callLimit = 3

  fileprivate mutating func add(_ entry: HistoryEntry) {
    count += 1
    if entries.count < Self.entryLimit { entries.append(entry) }
  }

  fileprivate mutating func add(_ call: @autoclosure () -> CallSummary) {
    callCount += 1
    if calls.count < Self.callLimit { calls.append(call()) }
  }
}

/// A call that can't be undone, because everything it changed has been changed since.
package struct UndoConflictReport: Sendable, Equatable {
  package let call: CallSummary
  /// The records, tags and files that stay unchanged, records first.
  package let undoConflicts: [UndoConflict]
  /// Whether the first of them has been deleted.
  package let isGone: Bool
  /// The path of the first one's file, relative to the data folder, or nil if it has no file.
  package let path: String?
  package let isRedo: Bool
  /// Whether `skip` continues with the call before this one.
  package let isSkippable: Bool
}

/// Something that an undo leaves unchanged, because it was changed after the call.
package enum UndoConflict: Sendable, Equatable {
  /// The record as it is now, or its last state if it was deleted.
  case record(TaggedRecord)
  case tag(Tag)
  /// A tag that other records use now.
  case tagInUse(Tag)
  /// A tag whose former name is used by another tag now.
  case nameConflict(TagNameConflict)
  /// A repaired file.
  case file(String)
}

/// A tag whose former name is taken, so it can't be restored.
package struct TagNameConflict: Sendable, Equatable {
  /// The tag with its former name.
  package let tag: Tag
  /// The tag as it is now, or nil if it was deleted.
  package let now: Tag?
  /// The tag that has the name now.
  package let holder: Tag

  package init(tag: Tag, now: Tag?, holder: Tag) {
    (self.tag, self.now, self.holder) = (tag, now, holder)
  }
}

extension TimeTracker {
  /// Returns the most recent history entries, newest first.
  package func history(limit: Int) throws(TrackingError) -> [HistoryListItem] {
    var steps: [HistoryListItem] = []
    try enumerateHistory { entry, isUndone, tags in
      let call = summary(of: entry, tags)
      steps.append(HistoryListItem(entry: entry, call: call, isUndone: isUndone))
      return steps.count < limit
    }
    return steps
  }

  private func summary(of entry: HistoryEntry, _ tags: HistoricalTags) -> CallSummary {
    // A decision about idle time doesn't necessarily change records. Describe its timers instead.
    let ids = entry.records.isEmpty ? entry.decisions.map(\.timer) : []
    return tags.summary(of: entry, ids.compactMap { try? transaction.record($0) })
  }

  /// Undoes calls, record by record and tag by tag.
  ///
  /// Records and tags that were changed after the call stay as they are.
  ///
  /// - Throws: `TrackingError.changedSince` if nothing can be undone. Then nothing is changed.
  package mutating func undo(_ plan: UndoPlan) throws(TrackingError) -> UndoResult {
    if plan.isEmpty { throw .nothingToUndo(redoing: plan.isRedo) }
    if let refusal = plan.refusal { throw refusal }
    // Don't undo half of a call: if the tags can't be changed, fail before any record is changed.
    if plan.changesTags, let problem = try transaction.tags().problem {
      throw .tagsUnusable(problem)
    }
    var (undone, newest) = (UndoResult(), CallSummary?.none)
    var (remaining, redone) = (plan.sequences, RangeSet<Int>())
    var failure: TrackingError?
    // Read the history from before the undo, because the undo changes it.
    let before = self
    try before.enumerateHistory { entry, _, tags in
      if redone.contains(entry.sequence) { undone.add(before.summary(of: entry, tags)) }
      if remaining.contains(entry.sequence) {
        remaining.remove(contentsOf: entry.sequence..<entry.sequence + 1)
        newest = newest ?? before.summary(of: entry, tags)
        do throws(TrackingError) {
          if try revert(entry, &undone.undoConflicts) {
            undone.add(entry)
            if plan.isRedo { entry.undoes.forEach { redone.insert($0) } }
            if !plan.isRedo { undone.add(before.summary(of: entry, tags)) }
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
    if undone.count > 0 { return undone }
    for case .nameConflict(let name) in undone.undoConflicts { throw .tagNameTaken(name) }
    guard let newest else { throw .nothingToUndo(redoing: plan.isRedo) }
    throw .changedSince(try conflict(with: newest, undone.undoConflicts, in: plan))
  }

  private func conflict(
    with call: CallSummary,
    _ undoConflicts: [UndoConflict],
    in plan: UndoPlan
  ) throws(TrackingError) -> UndoConflictReport {
    // A tag in use stays only because of its records, so it isn't reported.
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

  /// Undoes one call.
  ///
  /// - Returns: Whether any part of it was undone.
  private mutating func revert(
    _ entry: HistoryEntry,
    _ undoConflicts: inout [UndoConflict]
  ) throws(TrackingError) -> Bool {
    var conflicts: [UndoConflict] = []
    for repair in entry.repairs.reversed() where try !revert(repair) {
      conflicts.append(.file(repair.subject))
    }
    let taken = try nameConflicts(entry)
    // Restore tags before the records that refer to them, and delete created tags after.
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

  private func conflicts(
    of change: EntityChange<TimeRecord>
  ) throws(TrackingError) -> [UndoConflict] {
    let last = (change.after ?? change.before)?.entity
    let record = try transaction.record(change.id) ?? last
    return try record.map { record throws(TrackingError) in [.record(try tagged(record))] } ?? []
  }

  /// Removes images from restored records if another record keeps them.
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

  private mutating func revert(_ repair: StoreRepair) throws(TrackingError) -> Bool {
    guard try transaction.canApply(repair.reversed) else { return false }
    transaction.repair([repair.reversed])
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
  fileprivate var isRecord: Bool { if case .record = self { true } else { false } }
  fileprivate var isTagInUse: Bool { if case .tagInUse = self { true } else { false } }
}

extension HistoryEntry {
  /// Whether the entry contains no changes and no decisions.
  var isEmpty: Bool {
    records.isEmpty && tags.isEmpty && repairs.isEmpty && decisions.isEmpty
  }
}
