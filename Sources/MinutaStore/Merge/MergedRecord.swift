import Foundation
import JSONText
import MinutaCore

/// A record after a merge, with the path of its file.
struct MergedRecord {
  let versions: RecordVersions
  private(set) var json: JSONObject
  var path: String
  private(set) var conflicts: [MergeConflict] = []

  /// Whether one side deleted the record, which stays because the other side changed it.
  var isKept: Bool {
    versions.base != nil && (versions.ours == nil || versions.theirs == nil)
  }

  /// Merges the versions of a record; nil if it is deleted.
  ///
  /// - Parameter files: the files that changed, among which are its images.
  init?(
    _ versions: RecordVersions,
    in files: [String: FileVersions],
    isTheirsLater: @escaping (MergeField) -> Bool
  ) {
    self.versions = versions
    switch (versions.ours, versions.theirs) {
    case (nil, nil): return nil
    case (let version?, nil), (nil, let version?):
      // One side deleted the record; the other side's edit counts more.
      let side: MergeSide = versions.ours == nil ? .theirs : .ours
      if version.isUnchanged(from: versions.base), !version.hasChangedImage(on: side, in: files) {
        return nil
      }
      (json, path) = (version.json, version.path)
    case (let ours?, let theirs?):
      let merge = EntityMerge(
        .record(versions.id),
        base: versions.base?.json,
        ours.json,
        theirs.json,
        isTheirsLater: isTheirsLater
      )
      json = merge.result
      conflicts = merge.conflicts
      path = Self.path(of: merge.result, ours, theirs, base: versions.base)
    }
  }

  /// Returns the path of the side whose start the merged record has.
  private static func path(
    of json: JSONObject,
    _ ours: RecordVersion,
    _ theirs: RecordVersion,
    base: RecordVersion?
  ) -> String {
    let start = json["startTime"]?.string.flatMap(Timestamp.date)
    var candidates = [ours, theirs].filter { $0.record.startTime == start }
    if candidates.isEmpty { candidates = [ours, theirs] }
    let moved = candidates.filter { $0.path != base?.path }
    if base != nil, !moved.isEmpty { candidates = moved }
    return candidates.min { $0.hasBetterPath(than: $1) }?.path ?? ours.path
  }

  var record: TimeRecord? { (try? StoredRecord(json: .object(json)))?.record }

  var folder: String { StoreLayout.folder(ofFile: path) }

  /// Replaces tags that became one with another tag, between which there is no conflict any more.
  mutating func replaceTags(by replacement: (UUID) -> UUID) {
    guard let tag = record?.tagId else { return }
    if replacement(tag) != tag { json["tagId"] = .string(replacement(tag).text) }
    conflicts.removeAll { conflict in
      let ids = [conflict.kept, conflict.other].map { $0?.string.flatMap(UUID.of).map(replacement) }
      return conflict.field.key == "tagId" && ids[0] != nil && ids[0] == ids[1]
    }
  }

  mutating func setImages(_ names: [String]) { json["images"] = .array(names.map { .string($0) }) }

  /// The file's content: that of a version with equal members if there is one.
  var file: FileVersion {
    let same = [versions.ours, versions.theirs, versions.base].compactMap { $0 }
      .filter { $0.json == json }.map(\.file)
    return same.min { $0.isBefore($1) }
      ?? FileVersion(id: nil, text: JSONValue.object(json).text(.indented))
  }
}
