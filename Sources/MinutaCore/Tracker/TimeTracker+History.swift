import Foundation

/// An entry of history, and whether it still holds.
package struct HistoryListItem: Sendable, Equatable {
  package let entry: HistoryEntry
  package let call: CallSummary
  /// Whether a later entry took it back.
  package let isUndone: Bool
}

/// What was taken back.
package struct UndoResult: Sendable, Equatable {
  /// The newest of the entries of which something was taken back, the newest first.
  package fileprivate(set) var entries: [HistoryEntry] = []
  /// The number of the entries.
  package fileprivate(set) var count = 0
  /// The newest of the calls that were taken back, or done again.
  package fileprivate(set) var calls: [CallSummary] = []
  /// The number of the calls.
  package fileprivate(set) var callCount = 0
  package fileprivate(set) var undoConflicts: [UndoConflict] = []
  /// Decisions about timers to be made, in order.
  package fileprivate(set) var decisions: [IdleTimeDecision] = []

  /// The most entries that are held: an undo may take back all of a long history.
  static let entryLimit = 100
  /// The most calls that are described.
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

/// A call that cannot be taken back, as all that it changed was changed since.
package struct UndoConflictReport: Sendable, Equatable {
  package let call: CallSummary
  /// Records, tags and files that stay as they are; records first.
  package let undoConflicts: [UndoConflict]
  /// Whether the first of them is not there any more.
  package let isGone: Bool
  /// The file of the first of them within the store; nil where it has none.
  package let path: String?
  package let isRedo: Bool
  /// Whether `skip` goes on with the call before.
  package let isSkippable: Bool
}

/// What is no longer as a call left it, and stays as it is.
package enum UndoConflict: Sendable, Equatable {
  /// As it is now, or as it was last where it is gone.
  case record(TaggedRecord)
  case tag(Tag)
  /// A tag that others use by now.
  case tagInUse(Tag)
  /// A tag whose name another tag has by now.
  case nameConflict(TagNameConflict)
  /// A file that was repaired.
  case file(String)
}

/// A tag that cannot get its name back.
package struct TagNameConflict: Sendable, Equatable {
  /// The tag as it would be again.
  package let tag: Tag
  /// The tag as it is; nil where it is gone.
  package let now: Tag?
  /// The tag that has the name.
  package let holder: Tag

  package init(tag: Tag, now: Tag?, holder: Tag) {
    (self.tag, self.now, self.holder) = (tag, now, holder)
  }
}

extension TimeTracker {
  /// The last entries of history, the newest first.
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
    // A decision may have changed no record.
    let ids = entry.records.isEmpty ? entry.decisions.map(\.timer) : []
    return tags.summary(of: entry, ids.compactMap { try? transaction.record($0) })
  }

  /// Takes calls back, record by record and tag by tag.
  ///
  /// A record or tag that is no longer as the call left it stays as it is.
  ///
  /// - Throws: `TrackingError.changedSince` where all stays as it is; nothing is changed then.
  package mutating func undo(_ plan: UndoPlan) throws(TrackingError) -> UndoResult {
    if plan.isEmpty { throw .nothingToUndo(redoing: plan.isRedo) }
    if let refusal = plan.refusal { throw refusal }
    // Half of a call is not taken back for want of the other half.
    if plan.changesTags, let problem = try transaction.tags().problem {
      throw .tagsUnusable(problem)
    }
    var (undone, newest) = (UndoResult(), CallSummary?.none)
    var (left, redone) = (plan.sequences, RangeSet<Int>())
    var failure: TrackingError?
    // The history is that of before, whatever is changed on the way.
    let before = self
    try before.enumerateHistory { entry, _, tags in
      if redone.contains(entry.sequence) { undone.add(before.summary(of: entry, tags)) }
      if left.contains(entry.sequence) {
        left.remove(contentsOf: entry.sequence..<entry.sequence + 1)
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
      return !left.isEmpty || redone.ranges.first.map { $0.lowerBound < entry.sequence } ?? false
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
    // A tag that is used stays for the sake of the records.
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

  /// Takes a call back.
  ///
  /// - Returns: Whether anything of it was.
  private mutating func revert(
    _ entry: HistoryEntry,
    _ undoConflicts: inout [UndoConflict]
  ) throws(TrackingError) -> Bool {
    var left: [UndoConflict] = []
    for repair in entry.repairs.reversed() where try !revert(repair) {
      left.append(.file(repair.subject))
    }
    let taken = try nameConflicts(entry)
    // Records go before the tags that they name, and come after them.
    for change in entry.tags where change.before != nil {
      if let conflict = try restore(change, taken) { left.append(conflict) }
    }
    var records: Set<UUID> = []
    for change in entry.records {
      let isOfGoneTag = change.before?.entity.tagId.map { taken[$0]?.isGone ?? false } ?? false
      if isOfGoneTag {
        left += try conflicts(of: change)
      } else if try revert(change) {
        records.insert(change.id)
      } else {
        left += try conflicts(of: change)
      }
    }
    for change in entry.tags where change.before == nil {
      if let conflict = try remove(change, of: entry) { left.append(conflict) }
    }
    undoConflicts += left.filter { !undoConflicts.contains($0) }
    let count = entry.records.count + entry.tags.count + entry.repairs.count
    if left.count == count, count > 0 || entry.decisions.isEmpty { return false }
    for decision in entry.decisions.reversed() { transaction.note(decision.reversed) }
    try dropImagesElsewhere(entry, takenBack: records)
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

  /// Takes from records that come back what another record got of them and keeps.
  private mutating func dropImagesElsewhere(
    _ entry: HistoryEntry,
    takenBack records: Set<UUID>
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
  /// Whether no record, no tag and no file was changed, and nothing was decided.
  var isEmpty: Bool {
    records.isEmpty && tags.isEmpty && repairs.isEmpty && decisions.isEmpty
  }
}
