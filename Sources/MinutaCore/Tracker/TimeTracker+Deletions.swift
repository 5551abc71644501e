extension TimeTracker {
  /// The records that were deleted and can be restored.
  package func deletedRecords() throws(TrackingError) -> [TaggedRecord] {
    try tagged(try transaction.deletedRecords().map(\.entity))
  }

  /// Puts a deleted record back as it was, with those of its images that are still its own.
  ///
  /// - Parameter text: its id, or the beginning of it.
  package mutating func restoreRecord(_ text: String) throws(TrackingError) -> RestoreResult {
    guard let digits = Self.idPrefix(text) else { throw .recordNotFound(text) }
    let found = try transaction.deletedRecords().filter { $0.entity.hasID(withPrefix: digits) }
    guard let image = found.first else {
      let there = try transaction.records(withPrefix: digits).first
      throw there.map { .recordExists($0) } ?? .recordNotFound(text)
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
    if let gone = tag {
      let name = TagName.folded(gone.name)
      let holder = try transaction.tags().tags.first { TagName.folded($0.name) == name }
      if let holder {
        // No two tags have one name.
        record.tagId = holder.id
        transaction.save(record)
        (tag, replacedTag) = (nil, gone)
      } else {
        transaction.save(gone)
      }
    }
    return RestoreResult(
      record: try tagged(record),
      lostImages: lost,
      recreatedTag: tag,
      replacedTag: replacedTag
    )
  }

  /// The tag of a record as this machine's history had it last, where it is not there any more.
  private func missingTag(with record: TimeRecord) throws(TrackingError) -> Tag? {
    let tags = try transaction.tags()
    guard let id = record.tagId, tags.problem == nil, tags[id] == nil else { return nil }
    return try tagsFromHistory([id])[id]
  }
}

/// A record that is there again.
package struct RestoreResult: Sendable {
  package let record: TaggedRecord
  /// The images that it had and that are not in the trash, such as those that another record got.
  package let lostImages: [String]
  /// Its tag, where that was gone and came back with it.
  package let recreatedTag: Tag?
  /// The tag that it had, where that was gone and another one has its name and takes its place.
  package let replacedTag: Tag?
}
