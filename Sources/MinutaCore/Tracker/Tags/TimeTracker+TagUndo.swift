import Foundation

/// The part of undo that restores and deletes tags.
extension TimeTracker {
  /// Restores a tag to its state before a change.
  ///
  /// - Parameter taken: the tags that can't be restored because their former names are in use, by
  ///   id.
  /// - Returns: The reason why the tag can't be restored, or nil if it was.
  mutating func restore(
    _ change: EntityChange<Tag>,
    _ taken: [UUID: TagNameConflict]
  ) throws(TrackingError) -> UndoConflict? {
    if let changed = try changedSince(change) { return changed }
    if let name = taken[change.id] { return .nameConflict(name) }
    if let before = change.before { transaction.restore(before, over: change.after?.text) }
    return nil
  }

  /// Deletes a tag that a change created.
  ///
  /// - Returns: The reason why the tag can't be deleted, or nil if it was.
  mutating func remove(
    _ change: EntityChange<Tag>,
    of entry: HistoryEntry
  ) throws(TrackingError) -> UndoConflict? {
    if let changed = try changedSince(change) { return changed }
    if let tag = change.after?.entity, try isUsed(tag, besides: [], of: entry) {
      return .tagInUse(tag)
    }
    transaction.deleteTag(change.id)
    return nil
  }

  /// Returns a conflict if the tag has been changed since the change to undo, else nil.
  private func changedSince(_ change: EntityChange<Tag>) throws(TrackingError) -> UndoConflict? {
    let tag = try transaction.tags()[change.id]
    if tag == change.after?.entity { return nil }
    return (tag ?? change.after?.entity ?? change.before?.entity).map { .tag($0) }
  }

  /// Whether records other than the given ones use the tag.
  ///
  /// False for a tag that `doctor` recreated: those records used its id already before it existed.
  private func isUsed(
    _ tag: Tag,
    besides records: Set<UUID>,
    of entry: HistoryEntry
  ) throws(TrackingError) -> Bool {
    if entry.isRepair { return false }
    return try hasRecords(of: tag, besides: records)
  }

  /// Returns whether records other than the given ones have the tag, as far as the index knows.
  func hasRecords(of tag: Tag, besides records: Set<UUID> = []) throws(TrackingError) -> Bool {
    try transaction.lastRecord { $1 == tag.id && !records.contains($0) } != nil
  }

  /// Returns a conflict for each tag whose former name another tag has now, by tag id.
  ///
  /// Entries made by `doctor` have no conflicts: tags that it merged had equal names before, too.
  func nameConflicts(_ entry: HistoryEntry) throws(TrackingError) -> [UUID: TagNameConflict] {
    if entry.isRepair || !entry.tags.contains(where: { $0.before != nil }) { return [:] }
    let now = try transaction.tags()
    let current = entry.tags.filter { now[$0.id] == $0.after?.entity }
    let records = Set(entry.records.map(\.id))
    var taken: [UUID: TagNameConflict] = [:]
    // A tag that can't be restored keeps its current name, which can prevent another tag from
    // getting it. Repeat until no conflict is added.
    while true {
      var restored = now
      for change in current where taken[change.id] == nil {
        if let before = change.before {
          restored.save(before.entity)
        } else if let tag = change.after?.entity,
          try !isUsed(tag, besides: records, of: entry)
        {
          restored.delete(change.id)
        }
      }
      guard let name = Self.nameConflict(current.filter { taken[$0.id] == nil }, now, restored)
      else {
        return taken
      }
      taken[name.tag.id] = name
    }
  }

  /// Returns a conflict for the first tag whose former name another tag would also have.
  private static func nameConflict(
    _ changes: [EntityChange<Tag>],
    _ now: TagList,
    _ restored: TagList
  ) -> TagNameConflict? {
    for change in changes {
      guard let tag = change.before?.entity else { continue }
      let name = TagName.folded(tag.name)
      // Restoring a tag that already has its former name causes no new conflict.
      if let tag = now[change.id], TagName.folded(tag.name) == name { continue }
      let holder = restored.tags.first { $0.id != tag.id && TagName.folded($0.name) == name }
      if let holder { return TagNameConflict(tag: tag, now: now[change.id], holder: holder) }
    }
    return nil
  }
}

extension TagNameConflict {
  /// Whether the tag has been deleted since.
  var isGone: Bool { now == nil }
}

extension HistoryEntry {
  /// Whether the entry was made by the command `doctor`.
  fileprivate var isRepair: Bool { origin.kind == .doctor }
}
