import Foundation
import SystemCalls

/// The combined change of several journal entries.
struct NetChange {
  /// One change per file, ordered by first change.
  ///
  /// `tags.json` is included only if a repair changes it.
  private(set) var files: [FileChange] = []
  /// One change per tag, ordered by first change.
  private(set) var tags: [TagChange] = []
  /// The change of the whole `tags.json`, known while committing but not in recovery.
  let tagList: FileChange?
  /// Digests of `tags.json`; nil if it doesn't change or the last entry is lost.
  var tagDigests: TagListDigests? { entries.last?.tagDigests }
  /// The moves in the order in which they run.
  let moves: [FileMove]
  private let entries: [JournalEntry]

  var isEmpty: Bool { entries.isEmpty }

  /// Whether other entries of the same commit are lost.
  ///
  /// Their writer then applied nothing, and its temporary files may differ from those needed here.
  var isIncomplete: Bool {
    guard let last = entries.last, let end = last.groupEnd else { return false }
    return last.sequence != end
  }

  /// Whether a missing temporary file proves that its change was applied.
  ///
  /// - Parameter root: the data directory.
  func hasDurableNames(in root: String) throws(SystemError) -> Bool {
    isIncomplete ? false : try FileSystem.persistsNamesWithFileSync(root)
  }

  /// The sequence number of the last entry.
  var sequence: Int { entries.last?.sequence ?? 0 }

  /// The changes of files that a writer puts in place.
  var written: [FileChange] { files + [tagList].compactMap { $0 } }

  init(of entries: [JournalEntry], tagList: FileChange? = nil) {
    self.entries = entries
    self.tagList = tagList
    moves = entries.flatMap(\.moves)
    addFiles()
    addTags()
  }

  private mutating func addFiles() {
    var places: [String: Int] = [:]
    for file in entries.lazy.flatMap(\.files) {
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

  /// The paths of all files that are created, changed or removed.
  var paths: [String] {
    files.map(\.path) + (tags.isEmpty ? [] : [StoreLayout.tags])
      + moves.flatMap { [$0.from, $0.to] }
  }

  /// Returns the moves of images that already belong to one of `records`.
  func moves(of records: Set<UUID>) -> [FileMove] {
    if records.isEmpty { return [] }
    let moves = entries.flatMap(\.imageMoves)
    return moves.filter { $0.from != .new && !$0.records.isDisjoint(with: records) }.map(\.move)
  }
}
