import IntentKit
import MinutaStore

/// The files of a repository that aren't Minuta's.
extension CommitMerge {
  /// Returns their changes of other files, which are neither read nor written.
  ///
  /// Of the two files to which a setup adds lines, the lines of both sides are united.
  static func otherFiles(
    _ git: GitProgram,
    _ ours: [GitTreeChange],
    _ theirs: [GitTreeChange]
  ) async throws -> [String: GitCommitWriter.Content] {
    let own = byPath(ours)
    var files: [String: GitCommitWriter.Content] = [:]
    for change in theirs.sorted(by: { $0.path < $1.path })
    where !SyncedPath.contains(change.path) {
      let path = change.path
      if change.after != nil, path.hasPrefix("\(SyncedPath.tags)/") { throw Failure.damagedTags }
      guard let other = own[path] else {
        files[path] = change.after.map { .stored($0) } ?? .deleted
        continue
      }
      if other.after == change.after { continue }
      guard SyncSetup.files.contains(path), let first = other.after, let second = change.after,
        first.isFile, second.isFile
      else { throw Failure.otherFileInConflict(path, git.folder) }
      let contents = try await git.contents(of: [first.id, second.id].sorted()).compactMap { $0 }
      guard contents.count == 2 else { throw Failure.otherFileInConflict(path, git.folder) }
      files[path] = .bytes(SyncSetup.adding(linesOf: contents[1], to: contents[0]))
    }
    return files
  }

  /// Throws a failure if two paths have the same letters in different Unicode forms, because they count
  /// as one path here and in some file systems.
  static func checkNormalization(
    _ changes: [GitTreeChange],
    in folder: String
  ) throws(Failure) {
    var known: [String: String] = [:]
    for path in changes.map(\.path) where path.utf8.contains(where: { $0 > 0x7F }) {
      let first = known[path, default: path]
      known[path] = first
      if first.utf8.elementsEqual(path.utf8) { continue }
      guard IncomingTreeChecker.isOurs(path) else { throw .otherFileInConflict(path, folder) }
      throw .refusedPath(path, "another name differs from its name only in Unicode normalization")
    }
  }
}
