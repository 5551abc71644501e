import Foundation

/// How the tags of an entry of history are taken back.
extension TimeTracker {
  /// Makes a tag as it was before.
  ///
  /// - Parameter taken: the tags that cannot get their names back.
  /// - Returns: What stays as it is; nil where the tag was taken back.
  mutating func restore(
    _ change: EntityChange<Tag>,
    _ taken: [UUID: TagNameConflict]
  ) throws(TrackingError) -> UndoConflict? {
    if let changed = try changedSince(change) { return changed }
    if let name = taken[change.id] { return .nameConflict(name) }
    if let before = change.before { transaction.restore(before, over: change.after?.text) }
    return nil
  }

  /// Deletes a tag that was not there before.
  ///
  /// - Returns: What stays as it is; nil where the tag was deleted.
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

  /// The tag where it is no longer as an entry left it.
  private func changedSince(_ change: EntityChange<Tag>) throws(TrackingError) -> UndoConflict? {
    let tag = try transaction.tags()[change.id]
    if tag == change.after?.entity { return nil }
    return (tag ?? change.after?.entity ?? change.before?.entity).map { .tag($0) }
  }

  /// Whether other records have a tag by now; one that a repair made was used before.
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

  /// The tags that cannot get their names back, since other tags have them by now.
  ///
  /// Tags that a repair merged had one name before, and come back with it.
  func nameConflicts(_ entry: HistoryEntry) throws(TrackingError) -> [UUID: TagNameConflict] {
    if entry.isRepair || !entry.tags.contains(where: { $0.before != nil }) { return [:] }
    let now = try transaction.tags()
    let current = entry.tags.filter { now[$0.id] == $0.after?.entity }
    let records = Set(entry.records.map(\.id))
    var taken: [UUID: TagNameConflict] = [:]
    // A tag that keeps its name may stand in the way of another one.
    while true {
      var then = now
      for change in current where taken[change.id] == nil {
        if let before = change.before {
          then.save(before.entity)
        } else if let tag = change.after?.entity,
          try !isUsed(tag, besides: records, of: entry)
        {
          then.delete(change.id)
        }
      }
      guard let name = Self.nameConflict(current.filter { taken[$0.id] == nil }, now, then) else {
        return taken
      }
      taken[name.tag.id] = name
    }
  }

  /// The first tag that would get a name which another tag has then.
  private static func nameConflict(
    _ changes: [EntityChange<Tag>],
    _ now: TagList,
    _ then: TagList
  ) -> TagNameConflict? {
    for change in changes {
      guard let tag = change.before?.entity else { continue }
      let name = TagName.folded(tag.name)
      // One that has the name already takes none.
      if let tag = now[change.id], TagName.folded(tag.name) == name { continue }
      let holder = then.tags.first { $0.id != tag.id && TagName.folded($0.name) == name }
      if let holder { return TagNameConflict(tag: tag, now: now[change.id], holder: holder) }
    }
    return nil
  }
}

extension TagNameConflict {
  /// Whether the tag is not there.
  var isGone: Bool { now == nil }
}

extension HistoryEntry {
  /// Whether the doctor made the changes.
  fileprivate var isRepair: Bool { origin.intent == "Doctor" }
}
