package import Foundation
import JSONText
import MinutaCore

/// A three-way merge of two versions of a data directory, by record, tag and field.
///
/// Only the files that changed on one of the sides take part. The result is the same if the sides
/// are swapped, so machines that merge the same versions get equal files.
package struct DirectoryMerge {
  /// The merged files by path, of all paths that take part or are new; nil where there is no file.
  package private(set) var files: [String: FileVersion?] = [:]
  /// The fields that both sides changed.
  package private(set) var conflicts: [MergeConflict] = []
  /// The fields with two values in files with conflict markers.
  package private(set) var marked: [MarkedField] = []
  /// The paths of files that are damaged or missing on their side, and that the merge has from ours.
  package private(set) var mended: [String] = []
  /// The records that one side deleted and that stay, because the other side changed them.
  package private(set) var kept: [UUID] = []

  private let versions: [String: FileVersions]
  private var records: [UUID: RecordVersions] = [:]
  private let isTheirsLater: (MergeField) -> Bool
  private let isTaken: (String) -> Bool

  /// Merges the files that changed on one of the sides.
  ///
  /// - Parameters:
  ///   - unitesTags: whether new tags of one name become one tag, which needs all their records.
  ///   - isTaken: whether a path that doesn't take part has a file on one of the sides.
  ///   - isTheirsLater: whether the value of `theirs` is used for a field that both sides changed.
  package init(
    _ changed: [FileVersions],
    unitesTags: Bool = true,
    isTaken: @escaping (String) -> Bool = { _ in false },
    isTheirsLater: @escaping (MergeField) -> Bool
  ) {
    versions = Dictionary(changed.map { ($0.path, $0) }) { first, _ in first }
    (self.isTaken, self.isTheirsLater) = (isTaken, isTheirsLater)
    collectRecords()
    var merged = records.values.compactMap {
      MergedRecord($0, in: versions, isTheirsLater: isTheirsLater)
    }
    merged.sort { $0.versions.id.text < $1.versions.id.text }
    kept = merged.filter(\.isKept).map(\.versions.id)
    let tags = mergeTags(unites: unitesTags)
    if let tags {
      for index in merged.indices { merged[index].replaceTags(by: tags.replacement) }
    }
    let images = merged.map { ImageVersionMerge($0, in: versions) }
    let imagePaths = Set(images.flatMap(\.files.keys))
    for path in versions.keys.sorted() where files[path] == nil && !imagePaths.contains(path) {
      mergeFile(path)
    }
    place(merged)
    conflicts = conflicts.map { (name: "\($0.field)", conflict: $0) }.sorted { $0.name < $1.name }
      .map(\.conflict)
  }

  /// Collects the versions of each record by its id, so that a record is followed to another path.
  private mutating func collectRecords() {
    // A conflict copy stands for its record only if that has no other file.
    let paths = versions.keys.filter(IndexLoader.isRecord).sorted()
    let isCopy = { (path: String) in ConflictCopyName(path) != nil }
    for path in paths.filter({ !isCopy($0) }) + paths.filter(isCopy) {
      guard let file = versions[path] else { continue }
      let found = MergeSide.allCases.map { (side: $0, RecordVersion(path, file[$0])) }
      // A side has a file there that isn't a record, so merge the file as a whole.
      if found.contains(where: { $0.side != .base && file[$0.side] != nil && $0.1 == nil }) {
        continue
      }
      // A file that doesn't belong to a record yet, because its record has another file too.
      let isDuplicate = found.contains { side, version in
        version.map { records[$0.record.id]?[side] != nil } ?? false
      }
      if isDuplicate { continue }
      for case (let side, let version?) in found {
        mark(version.markedFields, in: path, on: side)
        records[version.record.id, default: RecordVersions(id: version.record.id)][side] = version
      }
      files[path] = .some(nil)
    }
  }

  private mutating func mark(_ fields: [MergeField], in path: String, on side: MergeSide) {
    if side == .base { return }
    marked += fields.map { MarkedField(field: $0, path: path, isTheirs: side == .theirs) }
  }

  /// Merges the lists of tags.
  ///
  /// Only a list can delete tags. So a side whose list is damaged or missing counts as unchanged.
  private mutating func mergeTags(unites: Bool) -> TagVersionMerge? {
    guard let file = versions[StoreLayout.tags] else { return nil }
    let versions = MergeSide.allCases.map { tagList(of: file, on: $0) }
    let lists = versions.map { $0?.list }
    guard lists.contains(where: { $0 != nil }) else { return nil }
    let tags = TagVersionMerge(
      base: TagVersionMerge.Side(lists[0]),
      TagVersionMerge.Side(lists[1] ?? lists[0], used: usedTags(on: .ours)),
      TagVersionMerge.Side(lists[2] ?? lists[0], used: usedTags(on: .theirs)),
      unites: unites,
      isTheirsLater: isTheirsLater
    )
    let merged = tags.contents
    let same = versions.compactMap { $0?.list == merged ? $0?.version : nil }
    files[StoreLayout.tags] =
      same.min { $0.isBefore($1) } ?? FileVersion(id: nil, text: merged.text(.indented))
    if lists[2] == nil, file.base != nil || file.theirs != nil { mended.append(StoreLayout.tags) }
    conflicts += tags.conflicts
    return tags
  }

  /// Returns a version of `tags.json` with its content; nil if it is missing or no list of tags.
  private mutating func tagList(
    of file: FileVersions,
    on side: MergeSide
  ) -> (list: JSONValue, version: FileVersion)? {
    guard let version = file[side], let text = version.text else { return nil }
    if let list = Self.tagList(version) { return (list, version) }
    guard let marked = MarkedFile(text, at: file.path) else { return nil }
    let usable = FileVersion(id: nil, text: marked.text)
    mark(marked.fields, in: file.path, on: side)
    return Self.tagList(usable).map { ($0, usable) }
  }

  /// Returns whether a version of `tags.json` is a list of tags.
  package static func isTagList(_ version: FileVersion) -> Bool { tagList(version) != nil }

  /// Returns the content of a version of `tags.json`; nil if it isn't a list of tags.
  private static func tagList(_ version: FileVersion) -> JSONValue? {
    guard
      let contents = version.text.flatMap({ try? JSONValue(parsing: $0, limits: .tags) }),
      (try? StoredTags(json: contents)) != nil
    else { return nil }
    return contents
  }

  private func usedTags(on side: MergeSide) -> Set<UUID> {
    Set(records.values.compactMap { $0.changedTag(on: side) })
  }

  /// Merges a file that is neither a record nor the tags, as a whole.
  private mutating func mergeFile(_ path: String) {
    guard let file = versions[path] else { return }
    let (ours, theirs) = (file.ours, file.theirs)
    switch (ours, theirs) {
    case _ where ours == theirs || theirs == file.base: files[path] = .some(ours)
    case _ where ours == file.base: files[path] = .some(theirs)
    case (let version?, nil), (nil, let version?): files[path] = .some(version)
    default:
      // If only one of two records is still readable, it is the one to keep.
      let readable = [ours, theirs].filter { RecordVersion(path, $0) != nil }
      if IndexLoader.isRecord(path), readable.count == 1 {
        if readable[0] == ours { mended.append(path) }
        files[path] = readable[0]
        return
      }
      let field = MergeField(.file(path), "")
      let keepsTheirs = isTheirsLater(field)
      files[path] = keepsTheirs ? theirs : ours
      let other = MergeConflict.File(path: path, isTheirs: !keepsTheirs)
      conflicts.append(MergeConflict(ofFile: path, other: other))
    }
  }

  /// Puts the merged records and their images at their paths; each path gets one record.
  private mutating func place(_ merged: [MergedRecord]) {
    var merged = merged
    let groups = Dictionary(grouping: merged.indices) { merged[$0].path }
    let generic = Set(files.compactMap { $0.value == nil ? nil : $0.key })
    var taken = Set(groups.keys).union(generic)
    for path in groups.keys.sorted() {
      var indices = groups[path] ?? []
      if !generic.contains(path) {
        let owner = indices.firstIndex { merged[$0].versions.base?.path == path } ?? 0
        indices.remove(at: owner)
      }
      for index in indices {
        merged[index].path = freePath(for: merged[index], taken)
        taken.insert(merged[index].path)
      }
    }
    let images = merged.map { ImageVersionMerge($0, in: versions) }
    // Empty the old paths first: one may be the new path of another record's image.
    for image in images { files.merge(image.files.filter { $0.value == nil }) { $1 } }
    for image in images {
      files.merge(image.files.filter { $0.value != nil }) { $1 }
      files[image.merged.path] = image.merged.file
      conflicts += image.merged.conflicts
    }
  }

  private func freePath(for merged: MergedRecord, _ taken: Set<String>) -> String {
    let names = merged.record.map(StoreLayout.names) ?? []
    let paths = names.dropFirst().map { "\(merged.folder)/\($0)" }
    return paths.first { !taken.contains($0) && !isTaken($0) } ?? paths.last ?? merged.path
  }
}

extension JSONLimits {
  static var tags: JSONLimits { JSONLimits(bytes: StoreLayout.tagsLimit) }
}
