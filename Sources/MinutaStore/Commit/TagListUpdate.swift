import MinutaCore
import SystemCalls

/// Applies tag changes to the current content of `tags.json`.
///
/// Each tag is compared with its expected version. Edits to other tags are kept, and changes that
/// were already applied aren't repeated.
struct TagListUpdate {
  /// The new content of the file; nil if it already has all changes.
  private(set) var text: String?
  /// The content of a conflict copy, with our version of the tags that another program also
  /// changed; nil without a conflict.
  private(set) var conflictText: String?

  init(_ changes: [TagChange], to stored: StoredTags) {
    var (updated, ours) = (stored, stored)
    var (isChanged, isInConflict) = (false, false)
    for change in changes {
      let now = stored.text(of: change.id)
      if now.isByteEqual(to: change.after) { continue }
      if now.isByteEqual(to: change.before) {
        updated.put(change.after, under: change.id)
        isChanged = true
      } else if change.after == nil {
        // We deleted the tag, but another program has changed it: keep the changed tag.
        continue
      } else {
        isInConflict = true
      }
      ours.put(change.after, under: change.id)
    }
    if isChanged { text = updated.text }
    if isInConflict { conflictText = ours.text }
  }

  /// Returns the whole tag list after `changes`, for a `tags.json` that is missing or unreadable.
  ///
  /// - Parameters:
  ///   - staged: the content of the transaction's temporary file, if there is one.
  ///   - journal: the journal from which the tags are read if the temporary file is missing.
  static func list(
    after changes: [TagChange],
    staged: String?,
    journal: Journal
  ) throws(SystemError) -> String {
    var tags: StoredTags
    if let staged = staged.flatMap(StoredTags.init(text:)) {
      tags = staged
    } else {
      let journalVersions = try JournalVersionIndex(
        journal,
        paths: [],
        records: [],
        readsTags: true
      )
      tags = journalVersions.lastTags ?? StoredTags()
    }
    for change in changes { tags.put(change.after, under: change.id) }
    return tags.text
  }
}
