import MinutaCore

/// Changes of files that are not in place yet, as reads should see them.
struct FileOverlay: Sendable {
  /// The state of a file after the changes.
  enum FileState: Sendable {
    case missing
    case text(String)
    /// Another file was moved to this path.
    ///
    /// Nothing reads its content before it is in place.
    case moved
  }

  private(set) var files: [String: FileState] = [:]

  subscript(path: String) -> FileState? { files[path] }

  /// Returns whether a file exists at a path after the changes; nil if no change affects it.
  func isTaken(_ path: String) -> Bool? {
    files[path].map { if case .missing = $0 { false } else { true } }
  }

  /// Replaces the text of a file; a nil text deletes it.
  mutating func write(_ text: String?, to path: String) {
    files[path] = text.map { .text($0) } ?? .missing
  }

  /// Applies changes and moves in the order in which a transaction applies them.
  mutating func apply(_ changes: [FileChange], _ moves: [FileMove]) {
    for move in moves where move.isFirst { apply(move) }
    for change in changes { write(change.after, to: change.path) }
    for move in moves where !move.isFirst { apply(move) }
  }

  private mutating func apply(_ move: FileMove) {
    files[move.from] = .missing
    files[move.to] = .moved
  }

  /// Adds later changes.
  mutating func add(_ later: FileOverlay) {
    files.merge(later.files) { $1 }
  }

  /// The new contents of records' files by path; nil for a file that doesn't exist.
  var records: [String: String?] {
    if files.isEmpty { return [:] }
    return files.filter { IndexLoader.isRecord($0.key) }.mapValues {
      if case .text(let text) = $0 { text } else { nil }
    }
  }

  /// The paths in the directories of records to which other files were moved.
  var movedImages: [String] {
    files.keys.filter { path in
      guard case .moved = files[path] else { return false }
      return path.hasPrefix("\(StoreLayout.records)/") && !path.hasSuffix(".json")
    }
  }
}
