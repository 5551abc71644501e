import Foundation

extension TimeTracker {
  /// Returns the deleted records that can be restored.
  package func deletedRecords() throws(TrackingError) -> [TaggedRecord] {
    let records = try tagged(try transaction.deletedRecords().map(\.entity))
    let missing = Set(records.filter { $0.tag == nil }.compactMap(\.record.tagId))
    if missing.isEmpty { return records }
    // A tag that was deleted with its records has its name in the history.
    let tags = try tagsFromHistory(missing)
    return records.map { tagged in
      let tag = tagged.tag ?? tagged.record.tagId.flatMap { tags[$0] }
      return TaggedRecord(record: tagged.record, tag: tag)
    }
  }

  /// Restores a deleted record, and those of its images that are still in the trash.
  ///
  /// - Parameter text: the record's id, or at least its first four hex digits.
  package mutating func restoreRecord(_ text: String) throws(TrackingError) -> RestoreResult {
    let deleted = try transaction.deletedRecords()
    let last = text.lowercased() == "last" ? try lastDeleted(of: deleted.map(\.entity.id)) : nil
    guard let digits = Self.idPrefix(last?.uuidString ?? text) else {
      throw .deletedRecordNotFound(text)
    }
    let found = deleted.filter { $0.entity.hasID(withPrefix: digits) }
    guard let image = found.first else {
      let existing = try transaction.records(withPrefix: digits).first
      throw existing.map { .recordExists($0) } ?? .deletedRecordNotFound(text)
    }
    if found.count > 1 {
      throw .recordAmbiguous(text, candidates: try tagged(found.map(\.entity)))
    }
    transaction.restore(image)
    var record = image.entity
    let kept = try transaction.trashedImages(of: record)
    let lost = record.images.filter { !kept.contains($0) }
    if !lost.isEmpty {
      record.images.removeAll { !kept.contains($0) }
      transaction.save(record)
    }
    var tag = try missingTag(with: record)
    var replacedTag: Tag?
    if let deletedTag = tag {
      let name = TagName.folded(deletedTag.name)
      let holder = try transaction.tags().tags.first { TagName.folded($0.name) == name }
      if let holder {
        // Another tag has this name now. Names are unique, so give the record that tag.
        record.tagId = holder.id
        transaction.save(record)
        (tag, replacedTag) = (nil, deletedTag)
      } else {
        transaction.save(deletedTag)
      }
    }
    return RestoreResult(
      record: try tagged(record),
      lostImages: lost,
      recreatedTag: tag,
      replacedTag: replacedTag
    )
  }

  /// Returns that of the deleted records which was deleted last; nil if there is none.
  private func lastDeleted(of ids: [UUID]) throws(TrackingError) -> UUID? {
    var last: UUID?
    if ids.isEmpty { return nil }
    try transaction.history { entry in
      last = entry.records.last { $0.after == nil && ids.contains($0.id) }?.id
      return last == nil
    }
    return last
  }

  /// Returns the deleted tag of a record from this machine's history.
  ///
  /// Nil if the record's tag exists, or if the history doesn't contain it.
  private func missingTag(with record: TimeRecord) throws(TrackingError) -> Tag? {
    let tags = try transaction.tags()
    guard let id = record.tagId, tags.problem == nil, tags[id] == nil else { return nil }
    return try tagsFromHistory([id])[id]
  }
}

/// The result of restoring a deleted record.
package struct RestoreResult: Sendable {
  package let record: TaggedRecord
  /// The file names of images that couldn't be restored, because they aren't in the trash.
  ///
  /// For example, another record may have them now.
  package let lostImages: [String]
  /// The record's tag if it had to be recreated, else nil.
  package let recreatedTag: Tag?
  /// The record's former tag if it was deleted and the record now has another tag of the same name.
  package let replacedTag: Tag?
}
