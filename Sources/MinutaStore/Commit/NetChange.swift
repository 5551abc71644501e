import Foundation
import SystemCalls

/// What entries of the journal come down to, taken together.
struct NetChange {
  /// Each file once, in the order of its first change; of the tags only what repairs do.
  private(set) var files: [FileChange] = []
  /// Each tag once, in the order of its first change.
  private(set) var tags: [TagChange] = []
  /// The file of tags as a whole, as the writer of `tags` knows it.
  let tagList: FileChange?
  /// The digests of that file; nil where it does not change, or its last entry was lost.
  var tagDigests: TagListDigests? { entries.last?.tagDigests }
  /// In the order in which they are made.
  let moves: [FileMove]
  private let entries: [JournalEntry]

  /// Whether there are no entries.
  var isEmpty: Bool { entries.isEmpty }

  /// Whether entries that were committed at once with these were lost, so that their writer put
  /// nothing into its place, and staged other files than these need.
  var isIncomplete: Bool {
    guard let last = entries.last, let end = last.groupEnd else { return false }
    return last.sequence != end
  }

  /// Whether a missing temporary file tells that a file was put into its place.
  ///
  /// - Parameter root: the store's folder.
  func hasDurableNames(in root: String) throws(SystemError) -> Bool {
    isIncomplete ? false : try FileSystem.persistsNamesWithFileSync(root)
  }

  /// The number of the last entry.
  var sequence: Int { entries.last?.sequence ?? 0 }

  /// The files that a writer puts into their places.
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

  /// The files that come, change or go.
  var paths: [String] {
    files.map(\.path) + (tags.isEmpty ? [] : [StoreLayout.tags])
      + moves.flatMap { [$0.from, $0.to] }
  }

  /// The moves of images that some records have already.
  func moves(of records: Set<UUID>) -> [FileMove] {
    if records.isEmpty { return [] }
    let moves = entries.flatMap(\.imageMoves)
    return moves.filter { $0.from != .new && !$0.records.isDisjoint(with: records) }.map(\.move)
  }
}
