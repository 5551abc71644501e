/// The operations on tags.
package protocol TagService {
  /// Returns the tags, sorted by name.
  func tags(includingArchived: Bool) throws(TrackingError) -> [Tag]

  /// Returns records, each together with its tag.
  func tagged(_ records: [TimeRecord]) throws(TrackingError) -> [TaggedRecord]

  /// Resolves a tag name or id that a caller passed.
  func reference(toTag text: String) throws(TrackingError) -> TagReference

  /// Creates a tag.
  ///
  /// - Parameter color: the color as `#RRGGBB`, or nil for the default color of the name.
  mutating func createTag(
    _ reference: TagReference,
    color: String?
  ) throws(TrackingError) -> Tag

  /// Deletes a tag and removes it from its records.
  mutating func deleteTag(
    _ reference: TagReference
  ) throws(TrackingError) -> (tag: Tag, records: Int)

  /// Archives or unarchives a tag.
  ///
  /// Its records and running timers keep it.
  mutating func archiveTag(
    _ reference: TagReference,
    _ isArchived: Bool
  ) throws(TrackingError) -> (tag: Tag, isUnchanged: Bool)

  /// Sets the color of a tag, and of the tags below it that have a default color.
  ///
  /// - Parameter color: the color as `#RRGGBB`, or nil for the default color of the tag's name.
  /// - Returns: The tag, and the number of tags below it that changed.
  mutating func colorTag(
    _ reference: TagReference,
    _ color: String?
  ) throws(TrackingError) -> (tag: Tag, below: Int)

  /// Renames a tag and the tags below it, or merges it into another tag that has the new name.
  ///
  /// The name may also be a path that is no tag but has tags below it. A tag below that gets the
  /// name of another tag is merged into it. If the new name is below the old one, the tags below
  /// keep their names, because a path can't be moved into itself. Tags with a default color get the
  /// default color of their new names.
  mutating func renameTag(
    _ reference: TagReference,
    to name: String
  ) throws(TrackingError) -> TagRenameResult
}
