import MinutaCore
import SystemCalls

/// Queries of a snapshot about the tag list.
extension DirectorySnapshot {
  func tags() -> TagList { tagsRead.list }

  /// The text of the tag list file; nil if it is missing or unusable.
  var tagsText: String? { tagsRead.text }

  /// Returns the stored tags for a change; throws an error if `tags.json` is unusable or was lost.
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
    if read.isMissing, indexHasTags() {
      read = TagFileContent(.missing(although: Self.namedTags))
    }
    content.tags = read
    return read
  }

  /// Returns whether `tags.json` is missing although this machine has written tags and there are
  /// records.
  ///
  /// This scans the whole journal, so call it only when the tag list is missing.
  private func areKnownTagsMissing() throws(TrackingError) -> Bool {
    try reading { journal throws(SystemError) in
      try reader.expectsTags(journal)
    }
  }
}
