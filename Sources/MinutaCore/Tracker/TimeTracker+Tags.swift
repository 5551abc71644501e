import Foundation

extension TimeTracker {
  /// Makes a tag.
  ///
  /// - Parameter color: `#RRGGBB`; nil for that of the name.
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

  /// Gives a tag another name; where another tag has that, the two become one.
  ///
  /// A colour that followed from the name follows from the new one.
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

  /// Deletes a tag and leaves its records without one.
  package mutating func deleteTag(
    _ reference: TagReference
  ) throws(TrackingError) -> (tag: Tag, records: Int) {
    let tag = try existingTag(reference)
    let records = try retag(tag.id, to: nil)
    transaction.deleteTag(tag.id)
    return (tag, records)
  }

  /// Gives the records of a tag another; says how many they are.
  mutating func retag(_ old: UUID, to new: UUID?) throws(TrackingError) -> Int {
    let records = try selected(TimeRange(timeZone: .gmt), .tag(.id(old)))
    for var record in records {
      record.tagId = new
      transaction.save(record)
    }
    return records.count
  }

  /// Archives a tag or takes it back; its records and running timers stay as they are.
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

  /// Gives a tag a colour.
  ///
  /// - Parameter color: `#RRGGBB`; nil for that of the name.
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
  /// The tag that there is now.
  package let tag: Tag
  /// The tag as it was.
  package let old: Tag
  /// How many records went to another tag; nil where there was none of the name.
  package let merged: Int?
}
