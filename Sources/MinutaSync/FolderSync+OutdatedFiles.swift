import IntentKit
import MinutaCore
import MinutaStore
import SystemCalls

extension SyncState {
  /// Adds the files that aren't Minuta's and that a change of git's index may have outdated.
  mutating func addOutdatedFiles(of changes: [GitTreeChange]) {
    for change in changes where change.after?.isFile == true && !SyncedPath.contains(change.path) {
      if outdated[change.path] == nil { outdated[change.path] = change.before?.id ?? "" }
    }
  }
}

extension FolderSync {
  /// Returns the files that aren't Minuta's and differ from a commit, since a sync doesn't write them.
  ///
  /// With `git commit -a`, the user would put the earlier version back for all machines.
  func outdatedFiles(_ state: inout SyncState?, at commit: String) async throws -> [SkippedFile] {
    let present = (state?.outdated ?? [:]).keys.sorted().filter { path in
      let status = (try? FileStatus.of("\(git.folder)/\(path)", following: false)) ?? nil
      return status?.kind == .regular && !path.contains("\n") && !path.isInvalidPath
    }
    let entries = present.isEmpty ? [:] : try await git.files(of: commit, in: present)
    let tracked = present.filter { entries[$0] != nil }
    let ids = tracked.isEmpty ? [] : try await git.hashes(ofFiles: tracked)
    var (files, known): ([SkippedFile], [String: String]) = ([], [:])
    for (path, id) in zip(tracked, ids) where entries[path]?.id != id {
      known[path] = state?.outdated[path]
      let isEdited = known[path] != id
      files.append(
        SkippedFile(
          path: path,
          reason: isEdited ? "changed here and on the remote" : "changed on the remote",
          remedy: Failure.git(
            "\(isEdited ? "diff" : "checkout") -- \(path.quotedForShell)",
            git.folder
          )
        )
      )
    }
    state?.outdated = known
    return files
  }
}
