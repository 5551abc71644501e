import Foundation
import MinutaStore
import SystemCalls

extension FolderSync {
  /// Settles what merges of single files left, such as those of `git pull` with the merge driver.
  func settleLeftovers() async throws {
    let leftovers = try store.mergeLeftovers()
    if leftovers.isEmpty { return }
    var versions: [UUID: [String]] = [:]
    for (id, paths) in leftovers.records { versions[id] = try await git.versions(of: paths) }
    try store.settle(leftovers, versions: versions, origin)
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
