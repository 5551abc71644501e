import IntentKit

extension CommitMerge {
  /// Throws a failure if one side added a file where the other has a folder with changed files.
  ///
  /// A tree can't have both, so one would be lost.
  ///
  /// - Parameter folder: the data folder.
  static func checkFolders(
    _ ours: [GitTreeChange],
    _ theirs: [GitTreeChange],
    in folder: String
  ) throws(Failure) {
    let own = Set(ours.filter { $0.after != nil }.map(\.path))
    if own.isEmpty { return }
    let ownFolders = Set(own.flatMap(folders))
    for path in theirs.filter({ $0.after != nil }).map(\.path).sorted() {
      let file = folders(of: path).first(where: own.contains)
      guard file != nil || ownFolders.contains(path) else { continue }
      guard IncomingTreeChecker.isOurs(path) else {
        throw .otherFileInConflict(file ?? path, folder)
      }
      throw .refusedPath(path, file.map { "\($0.quoted) is a file here" } ?? "it is a folder here")
    }
  }

  /// Returns the folders that contain a file, outermost first.
  private static func folders(of path: String) -> [String] {
    path.indices.filter { path[$0] == "/" }.map { String(path[..<$0]) }
  }
}
