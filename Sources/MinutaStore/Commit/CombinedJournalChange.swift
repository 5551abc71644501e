import Foundation
import SystemCalls

/// The combined effect of several journal entries that are applied together.
struct CombinedJournalChange {
  /// The changes of files, one for each path, in the order of the first changes.
  ///
  /// `tags.json` is included only if a repair changes it.
  private(set) var files: [FileChange] = []
  /// The changes of tags, one for each ID, in the order of the first changes.
  private(set) var tags: [TagChange] = []
  /// The change of the whole `tags.json`; nil in recovery, since the journal has only the changed
  /// tags, and if `files` has it.
  private(set) var tagList: FileChange?
  /// The digests of `tags.json` before and after the entries.
  ///
  /// They are nil if the file doesn't change or the last journal entry is lost.
  var tagDigests: TagListDigests? { entries.last?.tagDigests }
  /// The moves of all entries, in the order in which they are performed.
  let moves: [FileMove]
  private let entries: [JournalEntry]

  var isEmpty: Bool { entries.isEmpty }

  /// Whether other journal entries of the same commit are lost, as after a power loss.
  ///
  /// Then the commit didn't succeed, so no change was applied, and the temporary files may contain
  /// changes of the lost entries.
  var isIncomplete: Bool {
    guard let last = entries.last, let end = last.groupEnd else { return false }
    return last.sequence != end
  }

  /// Returns whether a missing temporary file proves that its change was applied.
  ///
  /// - Parameter root: the data directory.
  func hasDurableNames(in root: String) throws(SystemError) -> Bool {
    isIncomplete ? false : try FileSystem.persistsNamesWithFileSync(root)
  }

  /// The sequence number of the last journal entry.
  var sequence: Int { entries.last?.sequence ?? 0 }

  /// The changes of all files that a writer puts in place, including `tags.json`.
  var written: [FileChange] { files + [tagList].compactMap { $0 } }

  init(of entries: [JournalEntry], tagList: FileChange? = nil) {
    self.entries = entries
    self.tagList = tagList
    moves = entries.flatMap(\.moves)
    addFiles()
    addTags()
    combineTags()
  }

  /// Adds changes of single tags to an earlier change of the whole `tags.json`, such as the merge of
  /// a conflict copy.
  private mutating func combineTags() {
    guard !tags.isEmpty,
      let whole = entries.lastIndex(where: { $0.files.contains { $0.path == StoreLayout.tags } }),
      entries[...whole].allSatisfy(\.tags.isEmpty),
      let place = files.firstIndex(where: { $0.path == StoreLayout.tags }),
      var stored = files[place].after.flatMap(StoredTags.init(text:))
    else { return }
    for tag in entries.lazy.flatMap(\.tags) { stored.put(tag.after, under: tag.id) }
    files[place].after = tagList?.after ?? stored.text
    (tags, tagList) = ([], nil)
  }

  private mutating func addFiles() {
    var places: [String: Int] = [:]
    // An entry also has the unchanged file of a record of which only an image changes.
    for file in entries.lazy.flatMap(\.files) where file.before != file.after {
      guard let place = places[file.path] else {
        places[file.path] = files.count
        files.append(file)
        continue
      }
      files[place] = FileChange(
        path: file.path,
        before: files[place].before,
        after: file.after,
        repair: file.repair ?? files[place].repair
      )
    }
  }

  private mutating func addTags() {
    var places: [UUID: Int] = [:]
    for tag in entries.lazy.flatMap(\.tags) {
      if let place = places[tag.id] {
        tags[place] = TagChange(id: tag.id, before: tags[place].before, after: tag.after)
      } else {
        places[tag.id] = tags.count
        tags.append(tag)
      }
    }
  }

  /// The paths of all files that are created, changed, moved or removed.
  var paths: [String] {
    files.map(\.path) + (tags.isEmpty ? [] : [StoreLayout.tags])
      + moves.flatMap { [$0.from, $0.to] }
  }

  /// Returns the moves of images from or to one of `records`, except those of new images.
  func moves(of records: Set<UUID>) -> [FileMove] {
    if records.isEmpty { return [] }
    let moves = entries.flatMap(\.imageMoves)
    return moves.filter { $0.from != .new && !$0.records.isDisjoint(with: records) }.map(\.move)
  }
}
