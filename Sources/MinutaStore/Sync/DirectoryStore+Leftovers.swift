package import Foundation
import JSONText
package import MinutaCore

/// The conflicts that a merge of single files left in a data folder, because their repair needs
/// several files.
///
/// For example, `git pull` merges each file by fields with Minuta's merge driver.
package struct MergeLeftovers: Sendable, Equatable {
  /// The paths of the files of each record that has more than one.
  package fileprivate(set) var records: [UUID: [String]] = [:]
  /// Whether a file has conflict markers.
  package fileprivate(set) var hasMarkers = false
  /// Whether the names of tags are equal or differ only in case.
  fileprivate var hasEqualTags = false
  /// Whether there are conflict copies.
  fileprivate var hasCopies = false

  package var isEmpty: Bool { self == MergeLeftovers() }
}

/// The leftovers of merges of single files.
extension DirectoryStore {
  package func mergeLeftovers() throws -> MergeLeftovers {
    try read { snapshot in
      guard let snapshot = snapshot as? DirectorySnapshot else { return MergeLeftovers() }
      return try snapshot.mergeLeftovers()
    }
  }

  /// Repairs leftovers.
  ///
  /// - Parameters:
  ///   - versions: the known versions of the records with several files, oldest first.
  ///   - decides: whether one value is chosen where a file with conflict markers has two.
  package func repair(
    _ leftovers: MergeLeftovers,
    versions: [UUID: [String]],
    decides: Bool,
    _ origin: ChangeOrigin
  ) throws {
    let repairs = try read { snapshot in
      let repairs = try (snapshot as? DirectorySnapshot)?.repairs(of: leftovers, versions, decides)
      return repairs ?? []
    }
    try write(origin) { transaction in
      // Another program may have changed the files since they were read.
      for repair in repairs where try transaction.canApply(repair) { transaction.repair([repair]) }
      if leftovers.hasEqualTags { try transaction.mergeTagsWithEqualNames(now: origin.now) }
    }
  }
}

extension StoreFinding {
  /// Whether the repair chooses one of two values.
  fileprivate var isDecision: Bool {
    if case .merge(let merge) = remedy { !merge.decided.isEmpty } else { false }
  }
}

extension DirectorySnapshot {
  fileprivate func mergeLeftovers() throws(TrackingError) -> MergeLeftovers {
    var leftovers = MergeLeftovers()
    let tags = tags()
    let index = indexed(or: RecordIndex()) { $0 }
    for file in index.duplicates {
      if ConflictCopyName(file.path) != nil {
        leftovers.hasCopies = true
      } else if let original = path(ofRecord: file.id) {
        leftovers.records[file.id, default: [original]].append(file.path)
      }
    }
    leftovers.hasCopies = leftovers.hasCopies || content.tags?.isInConflict == true
    let names = tags.tags.map { TagName.key($0.name) }
    leftovers.hasEqualTags = Set(names).count < names.count
    let unusable = (tags.problem == nil ? [] : [StoreLayout.tags]) + index.unusable.keys
    leftovers.hasMarkers = unusable.contains { path in
      ((try? reader.text(of: path)) ?? nil).map(GitConflict.hasMarkers) ?? false
    }
    return leftovers
  }

  fileprivate func repairs(
    of leftovers: MergeLeftovers,
    _ versions: [UUID: [String]],
    _ decides: Bool
  ) throws(TrackingError) -> [StoreRepair] {
    var repairs = leftovers.hasCopies ? try copyRepairs(ofTagsOnly: false, withOwn: true) : []
    if leftovers.hasMarkers {
      let marked = try findings().filter { $0.problem == .conflictMarkers(reason: nil) }
      repairs += marked.filter { decides || !$0.isDecision }.compactMap(\.repair)
    }
    let files = RecordFileSet(of: self, records: Set(leftovers.records.keys))
    for id in leftovers.records.keys.sorted() {
      let known = versions[id, default: []].compactMap { DirectoryChecker.record($0)?.json }
      let copies = files.duplicates.filter { $0.stored.record.id == id }
      guard let original = files.originals[id], copies.count == 1 else { continue }
      let merge = try RecordFileMerge(original, copies[0], versions: known, in: self)
      if let merge { repairs.append(merge.repair) }
    }
    return repairs
  }
}
