import Foundation

/// An entry of history, and whether it still holds.
package struct HistoryStep: Sendable, Equatable {
  package let entry: HistoryEntry
  /// Whether a later entry took it back.
  package let isUndone: Bool
}

/// What was taken back.
package struct Undone: Sendable, Equatable {
  /// The calls of which something was taken back, the newest first.
  package let entries: [HistoryEntry]
  package let leftAlone: [LeftAlone]
}

/// What is no longer as a call left it, and stays as it is.
package enum LeftAlone: Sendable, Equatable {
  /// As it is now, or as it was last where it is gone.
  case record(TaggedRecord)
  case tag(Tag)
  /// A tag that others use by now.
  case usedTag(Tag)
  /// A tag whose name another tag has by now.
  case takenName(TakenTagName)
  /// A file that was repaired.
  case file(String)
}

/// A tag that cannot get its name back.
package struct TakenTagName: Sendable, Equatable {
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

/// Which entries to take back.
package enum UndoSelection: Sendable, Hashable {
  /// The last call that holds, with the run that it is part of.
  case last
  /// All of a run that holds.
  case run(String)
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
    for entry in entries {
      guard let path = entry.refusedPath else { continue }
      throw .historyEntryRefused(entry.sequence, path: path)
    }
    // Half of a call is not taken back for want of the other half.
    if let problem = try transaction.tags().problem, entries.contains(where: { !$0.tags.isEmpty }) {
      throw .tagsUnusable(problem)
    }
    var undone: [HistoryEntry] = []
    var leftAlone: [LeftAlone] = []
    for entry in entries where try takeBack(entry, &leftAlone) {
      undone.append(entry)
    }
    if undone.isEmpty {
      for case .takenName(let name) in leftAlone { throw .tagNameTaken(name) }
      throw .changedSince(newest)
    }
    return Undone(entries: undone, leftAlone: leftAlone)
  }

  /// Takes a call back.
  ///
  /// - Returns: Whether anything of it was.
  private mutating func takeBack(
    _ entry: HistoryEntry,
    _ leftAlone: inout [LeftAlone]
  ) throws(TrackingError) -> Bool {
    var left: [LeftAlone] = []
    for repair in entry.repairs.reversed() where try !takeBack(repair) {
      left.append(.file(repair.subject))
    }
    let taken = try takenNames(entry)
    // Records go before the tags that they name, and come after them.
    for change in entry.tags where change.before != nil {
      if let remains = try restore(change, taken) { left.append(remains) }
    }
    var records: Set<UUID> = []
    for change in entry.records {
      let isOfGoneTag = change.before?.entity.tagId.map { taken[$0]?.isGone ?? false } ?? false
      if isOfGoneTag {
        left += try remains(of: change)
      } else if try takeBack(change) {
        records.insert(change.id)
      } else {
        left += try remains(of: change)
      }
    }
    for change in entry.tags where change.before == nil {
      if let remains = try remove(change, of: entry) { left.append(remains) }
    }
    leftAlone += left.filter { !leftAlone.contains($0) }
    if left.count == entry.records.count + entry.tags.count + entry.repairs.count { return false }
    try dropImagesElsewhere(entry, takenBack: records)
    transaction.noteUndoing(entry.sequence, of: records)
    return true
  }

  private func remains(
    of change: EntityChange<TimeRecord>
  ) throws(TrackingError) -> [LeftAlone] {
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
      transaction.restore(before, over: change.after?.text)
    } else {
      transaction.deleteRecord(change.id)
    }
    return true
  }

  private func entries(_ selection: UndoSelection) throws(TrackingError) -> [HistoryEntry] {
    if case .after(let sequence) = selection { return try entries(after: sequence) }
    if case .run(let run) = selection { return try entries(of: run) }
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
      case .after, .run: break
      }
      return found.isEmpty
    }
    if case .last = selection, let run = found.first?.origin.run { return try entries(of: run) }
    if case .entry(let sequence) = selection, !isKnown { throw .historyEntryNotFound(sequence) }
    return found
  }

  /// What a run did, as far as it holds, the newest first.
  private func entries(of run: String) throws(TrackingError) -> [HistoryEntry] {
    var found: [HistoryEntry] = []
    try walk { step in
      let entry = step.entry
      let isOfRun = entry.origin.run == run
      if isOfRun, !step.isUndone, !entry.isEmpty { found.append(entry) }
      // Others may have come in between, but not for longer than a run lasts.
      guard let newest = found.first, !isOfRun else { return true }
      return newest.origin.now.timeIntervalSince(entry.origin.now) < Self.longestRun
    }
    if found.isEmpty { throw .runNotFound(run) }
    return found
  }

  /// In seconds.
  private static let longestRun = 86_400.0

  /// What has to be taken back so that all is as it was after an entry, the newest first.
  private func entries(after sequence: Int) throws(TrackingError) -> [HistoryEntry] {
    var found: [HistoryEntry] = []
    var undone: Set<Int> = []
    var isKnown = sequence == 0
    try transaction.history { entry in
      isKnown = isKnown || entry.sequence == sequence
      if entry.sequence <= sequence { return false }
      if undone.contains(entry.sequence) { return true }
      // An undo that reaches further back is taken back itself, and then what it took back.
      let isWithin = !entry.undoes.isEmpty && entry.undoes.allSatisfy { $0 > sequence }
      if isWithin { undone.formUnion(entry.undoes) } else if !entry.isEmpty { found.append(entry) }
      return true
    }
    if !isKnown { throw .historyEntryNotFound(sequence) }
    return found
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
