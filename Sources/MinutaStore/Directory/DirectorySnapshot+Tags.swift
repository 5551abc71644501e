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
      throw tagsMissing(although: Self.knownTags)
    }
    if let problem = read.problem { throw .tagsUnusable(problem) }
    return read.stored
  }

  private var tagsRead: TagFileContent {
    if let read = content.tags { return read }
    var read = TagFileContent(reader)
    if read.isMissing, indexHasTags() {
      // Another process may just have written the first tags, and the index after them.
      read = TagFileContent(reader)
      if read.isMissing { read = TagFileContent(.missing(although: Self.namedTags)) }
    }
    if let error = read.error { read.remedy = tagsRemedy(error) }
    content.tags = read
    return read
  }

  /// Returns the error for a missing `tags.json`.
  ///
  /// - Parameter evidence: the evidence that it existed.
  func tagsMissing(although evidence: String) -> TrackingError {
    let error = StoreError.missing(although: evidence)
    return .tagsUnusable(
      SkippedFile(path: StoreLayout.tags, reason: error.reason, remedy: tagsRemedy(error))
    )
  }

  /// Returns the command of git that mends `tags.json`; nil if there is none, as where a repair mends
  /// it.
  private func tagsRemedy(_ error: StoreError) -> String? {
    if case .inConflict = error { return nil }
    if case .missing = error {} else if !error.isContentError { return nil }
    let text = (try? reader.text(of: StoreLayout.tags)) ?? nil
    if text.map(GitConflict.hasMarkers) ?? false { return nil }
    if (try? reading { journal throws(SystemError) in try journal.mentionsTags() }) == true {
      return nil
    }
    // Only another machine has written the tags, so this machine's history doesn't have them.
    guard (try? isTaken(".git")) == true else { return nil }
    return "git -C \(reader.root.quotedForShell) checkout -- \(StoreLayout.tags)"
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
