import Foundation

/// Undo of tag changes.
extension TimeTracker {
  /// Restores a tag to its state before the change.
  ///
  /// - Parameter taken: the tags whose former names are taken.
  /// - Returns: The conflict if the tag can't be restored, or nil.
  mutating func restore(
    _ change: EntityChange<Tag>,
    _ taken: [UUID: TagNameConflict]
  ) throws(TrackingError) -> UndoConflict? {
    if let changed = try changedSince(change) { return changed }
    if let name = taken[change.id] { return .nameConflict(name) }
    if let before = change.before { transaction.restore(before, over: change.after?.text) }
    return nil
  }

  /// Deletes a tag that the change created.
  ///
  /// - Returns: The conflict if the tag can't be deleted, or nil.
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

  /// Returns a conflict if the tag was changed after the entry.
  private func changedSince(_ change: EntityChange<Tag>) throws(TrackingError) -> UndoConflict? {
    let tag = try transaction.tags()[change.id]
    if tag == change.after?.entity { return nil }
    return (tag ?? change.after?.entity ?? change.before?.entity).map { .tag($0) }
  }

  /// Whether other records use the tag now.
  ///
  /// A tag that a repair recreated was in use before.
  private func isUsed(
    _ tag: Tag,
    besides records: Set<UUID>,
    of entry: HistoryEntry
  ) throws(TrackingError) -> Bool {
    if entry.isRepair { return false }
    return try transaction.records(in: TimeRange(timeZone: .gmt), now: now).contains {
      $0.tagId == tag.id && !records.contains($0.id)
    }
  }

  /// Returns the tags whose former names are used by other tags now.
  ///
  /// Tags that a repair merged had the same name before, so undoing the repair restores it.
  func nameConflicts(_ entry: HistoryEntry) throws(TrackingError) -> [UUID: TagNameConflict] {
    if entry.isRepair || !entry.tags.contains(where: { $0.before != nil }) { return [:] }
    let now = try transaction.tags()
    let current = entry.tags.filter { now[$0.id] == $0.after?.entity }
    let records = Set(entry.records.map(\.id))
    var taken: [UUID: TagNameConflict] = [:]
    // A tag that can't be restored keeps its current name, which another tag may need. Repeat until
    // no conflict is new.
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

  /// Returns the first tag whose former name would also belong to another tag.
  private static func nameConflict(
    _ changes: [EntityChange<Tag>],
    _ now: TagList,
    _ restored: TagList
  ) -> TagNameConflict? {
    for change in changes {
      guard let tag = change.before?.entity else { continue }
      let name = TagName.folded(tag.name)
      // The tag has this name already, so it takes the name from no other tag.
      if let tag = now[change.id], TagName.folded(tag.name) == name { continue }
      let holder = restored.tags.first { $0.id != tag.id && TagName.folded($0.name) == name }
      if let holder { return TagNameConflict(tag: tag, now: now[change.id], holder: holder) }
    }
    return nil
  }
}

extension TagNameConflict {
  /// Whether the tag has been deleted.
  var isGone: Bool { now == nil }
}

extension HistoryEntry {
  /// Whether the entry was made by `doctor`.
  fileprivate var isRepair: Bool { origin.intent == "Doctor" }
}
