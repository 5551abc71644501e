import Foundation

extension TimeTracker {
  /// Creates a tag.
  ///
  /// - Parameter color: the color as `#RRGGBB`, or nil for the default color of the name.
  package mutating func createTag(
    _ reference: TagReference,
    color: String?
  ) throws(TrackingError) -> Tag {
    if let tag = try transaction.tags().find(reference) { throw .tagExists(tag) }
    var tag = Tag(id: makeID(), name: reference.text, createdAt: now.truncatedToSeconds)
    tag.color = color ?? tag.color
    transaction.save(tag)
    return tag
  }

  /// Renames a tag, or merges it into another tag that already has the new name.
  ///
  /// If the tag has the default color of its old name, it gets the default color of the new one.
  package mutating func renameTag(
    _ reference: TagReference,
    to name: String
  ) throws(TrackingError) -> TagRenameResult {
    let old = try existingTag(reference)
    if case .id(let id) = try self.reference(toTag: name), id != old.id {
      let records = try retag(old.id, to: id)
      transaction.deleteTag(old.id)
      return TagRenameResult(tag: try existingTag(.id(id)), old: old, merged: records)
    }
    guard let name = TagName.normalized(name) else { throw .emptyTagName }
    var tag = old
    tag.name = name
    if old.color == TagColor.hex(for: old.name) { tag.color = TagColor.hex(for: name) }
    if tag != old { transaction.save(tag) }
    return TagRenameResult(tag: tag, old: old, merged: nil)
  }

  /// Deletes a tag and removes it from its records.
  package mutating func deleteTag(
    _ reference: TagReference
  ) throws(TrackingError) -> (tag: Tag, records: Int) {
    let tag = try existingTag(reference)
    let records = try retag(tag.id, to: nil)
    transaction.deleteTag(tag.id)
    return (tag, records)
  }

  /// Replaces the tag of all records that have it, and returns their number.
  ///
  /// - Parameter new: the new tag, or nil to remove the tag.
  mutating func retag(_ old: UUID, to new: UUID?) throws(TrackingError) -> Int {
    let records = try selected(TimeRange(timeZone: .gmt), .tag(.id(old)))
    for var record in records {
      record.tagId = new
      transaction.save(record)
    }
    return records.count
  }

  /// Archives or unarchives a tag.
  ///
  /// Its records and running timers keep it.
  package mutating func archiveTag(
    _ reference: TagReference,
    _ isArchived: Bool
  ) throws(TrackingError) -> (tag: Tag, isUnchanged: Bool) {
    var tag = try existingTag(reference)
    if tag.isArchived == isArchived { return (tag, true) }
    tag.isArchived = isArchived
    transaction.save(tag)
    return (tag, false)
  }

  /// Sets a tag's color.
  ///
  /// - Parameter color: the color as `#RRGGBB`, or nil for the default color of the tag's name.
  package mutating func colorTag(
    _ reference: TagReference,
    _ color: String?
  ) throws(TrackingError) -> Tag {
    let old = try existingTag(reference)
    var tag = old
    tag.color = color ?? TagColor.hex(for: tag.name)
    if tag != old { transaction.save(tag) }
    return tag
  }
}

package struct TagRenameResult: Sendable {
  /// The tag after the call.
  ///
  /// If tags were merged, the one that remains.
  package let tag: Tag
  /// The renamed tag as it was before the call.
  package let old: Tag
  /// The number of records that got the remaining tag, or nil if no tags were merged.
  package let merged: Int?
}
