/// What entries of the journal come down to, taken together.
struct NetChange {
  /// Each file once, in the order of its first change.
  private(set) var files: [FileChange] = []
  /// In the order in which they are made.
  let moves: [FileMove]
  /// The number of the last entry.
  let sequence: Int

  init(of entries: [JournalEntry]) {
    moves = entries.flatMap(\.moves)
    sequence = entries.last?.sequence ?? 0
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
}

/// An image under the name from which a transaction moves it.
struct StagedImage {
  /// Within the store.
  let path: String
  let bytes: [UInt8]
}
