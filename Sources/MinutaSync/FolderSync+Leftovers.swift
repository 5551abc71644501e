import Foundation
import JSONText
import MinutaCore
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

  /// Returns the lines that name the values of tags which became one with another tag of their name.
  ///
  /// - Parameter commit: the commit before, which has both tags.
  func conflictsOfUnitedTags(
    in scan: LocalScan,
    of commit: String?
  ) async throws -> [ConflictTrailer] {
    guard let commit, let text = scan.changes[SyncedPath.tags] ?? nil else { return [] }
    let stored = try await git.contents(of: ["\(commit):\(SyncedPath.tags)"])[0]
    let before = Self.tags(in: stored ?? [])
    let after = Self.tags(in: text)
    let (names, ids) = (before.map(\.nameKey), Set(after.map(\.id)))
    let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
    let namesakes = Dictionary(after.map { ($0.nameKey, $0) }) { first, _ in first }
    return zip(before, names).flatMap { tag, name -> [ConflictTrailer] in
      guard let id = tag.id, !ids.contains(id), name != nil, counts[name, default: 0] > 1,
        let kept = namesakes[name], let keptID = kept.id
      else { return [] }
      return tag.valuesLost(in: kept).map { key in
        ConflictTrailer(
          MergeField(.tag(keptID), key),
          parent: 0,
          path: SyncedPath.tags,
          otherTag: id
        )
      }
    }
  }

  private static func tags(in bytes: [UInt8]) -> [JSONObject] {
    ((try? JSONValue(parsing: bytes))?["tags"]?.array ?? []).compactMap(\.object)
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

extension JSONObject {
  /// The key of a tag's name: names that differ only in case have the same one.
  fileprivate var nameKey: String? { self["name"]?.string.map(TagName.key) }

  /// Returns the members of a tag whose values another tag doesn't have; a default color counts as none.
  fileprivate func valuesLost(in kept: JSONObject) -> [String] {
    keys.filter { key in
      if ["id", "name", "createdAt", "isArchived"].contains(key) || self[key] == kept[key] {
        return false
      }
      guard key == "color", let color = self[key]?.string, let name = self["name"]?.string else {
        return true
      }
      return !TagColor.isDefault(color, for: name)
    }
  }
}
