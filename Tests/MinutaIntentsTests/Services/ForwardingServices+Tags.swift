import MinutaCore

extension ForwardingServices {
  func tags(includingArchived: Bool) throws(TrackingError) -> [Tag] {
    try base.tags(includingArchived: includingArchived)
  }

  func tagged(_ records: [TimeRecord]) throws(TrackingError) -> [TaggedRecord] {
    try base.tagged(records)
  }

  func reference(toTag text: String) throws(TrackingError) -> TagReference {
    try base.reference(toTag: text)
  }

  mutating func createTag(_ reference: TagReference, color: String?) throws(TrackingError) -> Tag {
    try base.createTag(reference, color: color)
  }

  mutating func deleteTag(
    _ reference: TagReference
  ) throws(TrackingError) -> (tag: Tag, records: Int) {
    try base.deleteTag(reference)
  }

  mutating func archiveTag(
    _ reference: TagReference,
    _ isArchived: Bool
  ) throws(TrackingError) -> (tag: Tag, isUnchanged: Bool) {
    try base.archiveTag(reference, isArchived)
  }

  mutating func colorTag(
    _ reference: TagReference,
    _ color: String?
  ) throws(TrackingError) -> (tag: Tag, below: Int) {
    try base.colorTag(reference, color)
  }

  mutating func renameTag(
    _ reference: TagReference,
    to name: String
  ) throws(TrackingError) -> TagRenameResult {
    try base.renameTag(reference, to: name)
  }
}
