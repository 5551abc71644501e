import SystemCalls

/// The files in the trash that only dropped entries of the journal have put there.
struct DroppedTrash {
  private let journal: Journal
  private let files: StoreFileSystem
  private let trash: String
  /// The paths of the files, sorted.
  let paths: [String]

  /// Finds the files that the entries of a dropped journal file left in the trash.
  ///
  /// - Parameter budget: the number of bytes of entries to read at most.
  /// - Returns: Nil if there is more to read.
  init?(
    of dropped: String,
    in journal: Journal,
    _ files: StoreFileSystem,
    budget: Int
  ) throws(SystemError) {
    var budget = budget
    self.journal = journal
    self.files = files
    let trash = "\(journal.relativeFolder)/trash/"
    self.trash = trash
    var isLeft: [String: Bool] = [:]
    let isRead = try journal.trashEntries(in: dropped, budget: &budget) { entry in
      for change in entry.trashChanges(in: trash).reversed() where isLeft[change.path] == nil {
        isLeft[change.path] = change.isPut
      }
    }
    if !isRead { return nil }
    var paths: Set<String> = []
    for (path, isLeft) in isLeft where isLeft {
      if try files.status(of: path)?.kind == .regular { paths.insert(path) }
    }
    if !paths.isEmpty {
      // An entry that stays may have put a file at the same path later.
      for name in try journal.names() {
        let isRead = try journal.trashEntries(in: name, budget: &budget) { entry in
          for change in entry.trashChanges(in: trash) where change.isPut {
            paths.remove(change.path)
          }
        }
        if !isRead { return nil }
      }
    }
    self.paths = paths.sorted()
  }

  /// Deletes at most `limit` of the files, and the directories that are empty then.
  ///
  /// - Returns: Whether all files are deleted.
  func remove(limit: Int) throws(SystemError) -> Bool {
    var folders: Set<String> = []
    for path in paths.prefix(limit) {
      try files.discard(path)
      var folder = StoreLayout.folder(ofFile: path)
      while folder.hasPrefix(trash), removeIfEmpty(folder) {
        folders.remove(folder)
        folder = StoreLayout.folder(ofFile: folder)
      }
      folders.insert(folder)
    }
    // The journal file may be deleted only when its trash is gone for good.
    for folder in folders.sorted() { try files.flush(folder: folder) }
    return paths.count <= limit
  }

  private func removeIfEmpty(_ folder: String) -> Bool {
    do throws(SystemError) {
      guard try files.isFolder(folder) else { return false }
      try Directory.remove("\(files.root)/\(folder)")
      return true
    } catch {
      return false
    }
  }
}

extension JournalEntry {
  /// The changes of the files in the trash, in the order in which they are made.
  ///
  /// - Parameter trash: the path of the trash, with a slash at its end.
  fileprivate func trashChanges(in trash: String) -> [(path: String, isPut: Bool)] {
    func changes(_ moves: [FileMove]) -> [(path: String, isPut: Bool)] {
      moves.flatMap { [($0.from, false), ($0.to, true)] }
    }
    let all =
      changes(moves.filter(\.isFirst)) + files.map { ($0.path, $0.after != nil) }
      + changes(moves.filter { !$0.isFirst })
    return all.filter { $0.path.hasPrefix(trash) }
  }
}
