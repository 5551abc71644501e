import MinutaCore
import SystemCalls

/// The tags of a view.
extension FolderView {
  func tags() -> TagList { tagsRead.list }

  /// The tags as their file has them, to be written anew, and its content if there is one.
  func writableTags() throws(TrackingError) -> (tags: StoredTags, text: String?) {
    let read = tagsRead
    switch read.stored {
    case .success(let tags):
      if try read.isMissing ? isMissingKnownTags() : false {
        throw .tagsUnusable(FolderTags.problem(.missing(although: Self.knownTags)))
      }
      return (tags, read.text)
    case .failure(let error): throw .tagsUnusable(FolderTags.problem(error))
    }
  }

  private var tagsRead: FolderTags {
    if let read = content.tags { return read }
    var read = FolderTags(reader)
    if read.isMissing, namesTags { read = FolderTags(.missing(although: Self.namedTags)) }
    content.tags = read
    return read
  }

  static let namedTags = "records name tags"
  static let knownTags = "the history knows tags"

  /// Whether any record has a tag.
  private var namesTags: Bool {
    if let namesTags = indexedNamesTags() { return namesTags }
    return entries.values.contains { $0.stored.record.tagId != nil }
      || duplicates.contains { $0.stored.record.tagId != nil }
  }

  /// Whether this machine wrote tags once, and records are still there.
  ///
  /// It reads the whole journal, so only a folder's first tag asks for it.
  private func isMissingKnownTags() throws(TrackingError) -> Bool {
    try reading { journal throws(SystemError) in
      try reader.hasKnownTags(journal)
    }
  }
}
