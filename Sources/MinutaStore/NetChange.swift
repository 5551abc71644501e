import Foundation

/// What entries of the journal come down to, taken together.
struct NetChange {
  /// Each file once, in the order of its first change.
  private(set) var files: [FileChange] = []
  /// In the order in which they are made.
  let moves: [FileMove]
  private let entries: [JournalEntry]

  /// The number of the last entry.
  var sequence: Int { entries.last?.sequence ?? 0 }

  init(of entries: [JournalEntry]) {
    self.entries = entries
    moves = entries.flatMap(\.moves)
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

  /// The files that come, change or go.
  var paths: [String] { files.map(\.path) + moves.flatMap { [$0.from, $0.to] } }

  /// The moves of images that some records have already.
  func moves(of records: Set<UUID>) -> [FileMove] {
    if records.isEmpty { return [] }
    let moves = entries.flatMap(\.imageMoves)
    return moves.filter { $0.from != .new && !$0.records.isDisjoint(with: records) }.map(\.move)
  }
}
