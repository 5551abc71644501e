import Foundation
import MinutaStore
import SystemCalls

extension FolderSync {
  /// Repairs what merges of single files left, such as those of `git pull` with the merge driver.
  ///
  /// - Parameter commit: commits the changes of this machine.
  /// - Returns: whether there were any.
  func repairLeftovers(_ commit: () async throws -> Void) async throws -> Bool {
    let leftovers = try store.mergeLeftovers()
    if leftovers.isEmpty { return false }
    var versions: [UUID: [String]] = [:]
    for (id, paths) in leftovers.records { versions[id] = try await git.versions(of: paths) }
    try store.repair(leftovers, versions: versions, decides: false, origin)
    guard leftovers.hasMarkers else { return true }
    let marked = try store.mergeLeftovers()
    guard marked.hasMarkers else { return true }
    // Of two values in a file, the history keeps the one that isn't chosen.
    try await commit()
    try store.repair(marked, versions: [:], decides: true, origin)
    return true
  }

  /// Returns the lines that name the fields which had two values in files with conflict markers.
  ///
  /// - Parameters:
  ///   - paths: the files that were repaired.
  ///   - commit: the commit before the repair.
  func conflicts(in paths: [String], of commit: String?) async throws -> [ConflictTrailer] {
    guard let commit, !paths.isEmpty else { return [] }
    let contents = try await git.contents(of: paths.map { "\(commit):\($0)" })
    return zip(paths, contents).flatMap { path, bytes in
      ConflictTrailer.all(in: String(decoding: bytes ?? [], as: UTF8.self), at: path)
    }
  }
}

extension GitProgram {
  /// Returns the committed versions of some files, oldest first.
  fileprivate func versions(of paths: [String]) async throws -> [String] {
    let result = try await run(
      [
        "log", "--reverse", "--topo-order", "--full-history", "-m", "--root", "--format=", "--raw",
        "-z", "--no-abbrev", "--no-renames", "--",
      ] + paths
    )
    let changes = Self.changes(in: result.output.fields[...])
    var ids: [String] = []
    for entry in changes.flatMap({ [$0.before, $0.after] }) {
      if let entry, !ids.contains(entry.id) { ids.append(entry.id) }
    }
    return try await contents(of: ids).compactMap { $0.map { String(decoding: $0, as: UTF8.self) } }
  }
}
