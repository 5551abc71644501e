import MinutaCore
import SystemCalls

/// Changes of tags applied to the file of tags as it is now.
///
/// Each tag is looked at by itself, so that edits of other tags stay, and what is there already is
/// not done twice.
struct TagListUpdate {
  /// The file with the changes; nil where it has them already.
  private(set) var text: String?
  /// The file with our version of tags that somebody else changed meanwhile; nil where none was.
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
        // What we deleted and somebody else changed stays, and there is nothing of ours to keep.
        continue
      } else {
        isInConflict = true
      }
      ours.put(change.after, under: change.id)
    }
    if isChanged { text = updated.text }
    if isInConflict { conflictText = ours.text }
  }

  /// The whole list after changes whose file is gone or cannot be read.
  ///
  /// - Parameters:
  ///   - staged: the list under the temporary name of the transaction, if one is there.
  ///   - journal: knows the tags where that is not.
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
