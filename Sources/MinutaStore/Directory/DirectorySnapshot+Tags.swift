import MinutaCore
import SystemCalls

/// The tags of a view.
extension DirectorySnapshot {
  func tags() -> TagList { tagsRead.list }

  /// The content of the file of tags; nil where there is none that can be used.
  var tagsText: String? { tagsRead.text }

  /// The tags as their file has them, to be changed.
  func writableTags() throws(TrackingError) -> StoredTags {
    let read = tagsRead
    if read.isMissing, try areKnownTagsMissing() {
      let error = StoreError.missing(although: Self.knownTags)
      throw .tagsUnusable(SkippedFile(path: StoreLayout.tags, reason: error.reason))
    }
    if let problem = read.problem { throw .tagsUnusable(problem) }
    return read.stored
  }

  private var tagsRead: TagFileContent {
    if let read = content.tags { return read }
    var read = TagFileContent(reader)
    if read.isMissing, hasTaggedRecords {
      read = TagFileContent(.missing(although: Self.namedTags))
    }
    content.tags = read
    return read
  }

  static let namedTags = "records name tags"
  static let knownTags = "the history knows tags"

  /// Whether any record has a tag.
  private var hasTaggedRecords: Bool {
    if let hasTaggedRecords = indexHasTags() { return hasTaggedRecords }
    return entries.values.contains { $0.stored.record.tagId != nil }
      || duplicates.contains { $0.stored.record.tagId != nil }
  }

  /// Whether this machine wrote tags once, and records are still there.
  ///
  /// It reads the whole journal, so only a folder's first tag asks for it.
  private func areKnownTagsMissing() throws(TrackingError) -> Bool {
    try reading { journal throws(SystemError) in
      try reader.expectsTags(journal)
    }
  }
}
