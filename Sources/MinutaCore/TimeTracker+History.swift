package import Foundation

/// An entry of history, and whether it still holds.
package struct HistoryStep: Sendable, Equatable {
  package let entry: HistoryEntry
  /// Whether a later entry took it back.
  package let isUndone: Bool
}

/// What was taken back.
package struct Undone: Sendable, Equatable {
  package let entries: [HistoryEntry]
  /// The records and tags that somebody else changed since, and that stay as they are.
  package let leftAlone: [UUID]
  /// The files that were repaired and that somebody else changed since.
  package let filesLeftAlone: [String]
}

/// Which entries to take back.
package enum UndoSelection: Sendable, Hashable {
  /// The last call that holds.
  case last
  /// The last that was taken back.
  case lastUndone
  case entry(Int)
  /// Every call that holds after an entry.
  case after(Int)
}

extension TimeTracker {
  /// The last entries of history, the newest first.
  package func history(limit: Int) throws(TrackingError) -> [HistoryStep] {
    var steps: [HistoryStep] = []
    try walk { step in
      steps.append(step)
      return steps.count < limit
    }
    return steps
  }

  /// Takes calls back, record by record and tag by tag.
  ///
  /// A record or tag that is no longer as the call left it stays as it is.
  package mutating func undo(_ selection: UndoSelection) throws(TrackingError) -> Undone {
    let entries = try self.entries(selection)
    guard let newest = entries.first else {
      throw .nothingToUndo(redoing: selection == .lastUndone)
    }
    var leftAlone: [UUID] = []
    var filesLeftAlone: [String] = []
    var changes = 0
    for entry in entries {
      for repair in entry.repairs.reversed() {
        if try takeBack(repair) { changes += 1 } else { filesLeftAlone.append(repair.subject) }
      }
      // Records go before the tags that they name, and come after them.
      let isMaking = entry.tags.contains { $0.before != nil }
      var steps: [(UUID, Bool)] = []
      let tags = entry.tags
      if isMaking { for tag in tags { steps.append((tag.id, try takeBack(tag, of: entry))) } }
      var records: Set<UUID> = []
      for change in entry.records {
        let isTaken = try takeBack(change)
        if isTaken { records.insert(change.id) }
        steps.append((change.id, isTaken))
      }
      try dropImagesElsewhere(entry, takenBack: records)
      transaction.noteUndoing(entry.sequence, of: records)
      if !isMaking { for tag in tags { steps.append((tag.id, try takeBack(tag, of: entry))) } }
      changes += steps.count { $0.1 }
      leftAlone += steps.filter { !$0.1 }.map(\.0)
    }
    if changes == 0 { throw .changedSince(newest) }
    return Undone(entries: entries, leftAlone: leftAlone, filesLeftAlone: filesLeftAlone)
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

  private mutating func takeBack(_ repair: StoreRepair) throws(TrackingError) -> Bool {
    guard try transaction.fits(repair.reversed) else { return false }
    transaction.repair([repair.reversed])
    return true
  }

  private mutating func takeBack(
    _ change: EntityChange<TimeRecord>
  ) throws(TrackingError) -> Bool {
    guard try transaction.record(change.id) == change.after?.entity else { return false }
    if let before = change.before {
      transaction.restore(before)
    } else {
      transaction.deleteRecord(change.id)
    }
    return true
  }

  private mutating func takeBack(
    _ change: EntityChange<Tag>,
    of entry: HistoryEntry
  ) throws(TrackingError) -> Bool {
    guard try transaction.tags()[change.id] == change.after?.entity else { return false }
    if let before = change.before {
      transaction.restore(before)
      return true
    }
    // A tag that others use by now stays; one that a repair made was used before.
    let everything = TimeRange(timeZone: .gmt)
    let records = try transaction.records(in: everything, now: now)
    let isUsed = records.contains { $0.tagId == change.id }
    if isUsed, entry.origin.intent != "Doctor" { return false }
    transaction.deleteTag(change.id)
    return true
  }

  private func entries(_ selection: UndoSelection) throws(TrackingError) -> [HistoryEntry] {
    var found: [HistoryEntry] = []
    var isKnown = false
    try walk { step in
      let entry = step.entry
      switch selection {
      case .last:
        if entry.undoes.isEmpty, !step.isUndone, !entry.isEmpty { found = [entry] }
      case .lastUndone:
        if entry.origin.intent == "Undo", !step.isUndone { found = [entry] }
      case .entry(let sequence):
        isKnown = isKnown || entry.sequence == sequence
        if entry.sequence == sequence, !step.isUndone { found = [entry] }
        return entry.sequence > sequence
      case .after(let sequence):
        isKnown = isKnown || entry.sequence == sequence
        if entry.sequence <= sequence { return false }
        if entry.undoes.isEmpty, !step.isUndone, !entry.isEmpty { found.append(entry) }
        return true
      }
      return found.isEmpty
    }
    switch selection {
    case .entry(let sequence) where !isKnown: throw .historyEntryNotFound(sequence)
    case .after(let sequence) where !isKnown && sequence != 0:
      throw .historyEntryNotFound(sequence)
    default: return found
    }
  }

  /// Goes through history, the newest first, until `body` has seen enough.
  private func walk(_ body: (HistoryStep) -> Bool) throws(TrackingError) {
    var undone: Set<Int> = []
    try transaction.history { entry in
      let isUndone = undone.contains(entry.sequence)
      if !isUndone { undone.formUnion(entry.undoes) }
      return body(HistoryStep(entry: entry, isUndone: isUndone))
    }
  }
}

extension HistoryEntry {
  /// Whether no record, no tag and no file was changed.
  var isEmpty: Bool { records.isEmpty && tags.isEmpty && repairs.isEmpty }
}
