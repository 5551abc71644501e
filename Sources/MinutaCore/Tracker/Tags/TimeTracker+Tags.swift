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
    return try addTag(named: reference.text, color: color)
  }

  /// Adds a tag with a name that no other tag has.
  ///
  /// - Parameter color: the color as `#RRGGBB`, or nil for the default color of the name.
  mutating func addTag(named name: String, color: String? = nil) throws(TrackingError) -> Tag {
    try validateNewName(name)
    let tags = try transaction.tags()
    let name = tags.spelling(ofNew: name)
    let tag = Tag(
      id: makeID(),
      name: name,
      color: color ?? tags.defaultColor(for: name),
      isArchived: false,
      createdAt: now.truncatedToSeconds
    )
    transaction.save(tag)
    return tag
  }

  /// Throws if a tag can't get a name because a level of it is empty, as in `Acme//Website`.
  func validateNewName(_ name: String) throws(TrackingError) {
    if TagPath.hasEmptyComponent(name) { throw .emptyTagLevel(name) }
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
    let records = try selected(TimeRange(timeZone: .gmt), .tag(.id(old), .exact))
    for record in records {
      var retagged = record
      retagged.tagId = new
      try change(record, to: retagged)
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

  /// Sets the color of a tag, and of the tags below it that have a default color.
  ///
  /// - Parameter color: the color as `#RRGGBB`, or nil for the default color of the tag's name.
  /// - Returns: The tag, and the number of tags below it that changed.
  package mutating func colorTag(
    _ reference: TagReference,
    _ color: String?
  ) throws(TrackingError) -> (tag: Tag, below: Int) {
    let old = try existingTag(reference)
    let tags = try transaction.tags()
    var tag = old
    tag.color = color ?? tags.defaultColor(for: tag.name, of: tag.id)
    if tag != old { transaction.save(tag) }
    var count = 0
    for var below in tags.tags(below: TagPath(tag.name)) where tags.hasDefaultColor(below) {
      let color = try transaction.tags().defaultColor(for: below.name, of: below.id)
      if color == below.color { continue }
      below.color = color
      transaction.save(below)
      count += 1
    }
    return (tag, count)
  }
}
