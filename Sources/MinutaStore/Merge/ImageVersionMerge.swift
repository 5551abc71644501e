import Foundation
import MinutaCore

/// A merge of the image files of one record, which follow the record's file.
struct ImageVersionMerge {
  /// The merged files by path; nil for a path that the merge leaves empty.
  private(set) var files: [String: FileVersion?] = [:]
  private(set) var merged: MergedRecord
  private let versions: [String: FileVersions]
  private let isTheirsLater: (MergeField) -> Bool

  /// - Parameter versions: the changed files by path.
  init(
    _ merged: MergedRecord,
    in versions: [String: FileVersions],
    isTheirsLater: @escaping (MergeField) -> Bool
  ) {
    (self.merged, self.versions, self.isTheirsLater) = (merged, versions, isTheirsLater)
    for path in MergeSide.allCases.flatMap(paths) where versions[path] != nil {
      files[path] = .some(nil)
    }
    for name in merged.record?.images ?? [] where StoreLayout.isImageName(name) { place(name) }
  }

  private func paths(on side: MergeSide) -> [String] {
    guard let version = merged.versions[side] else { return [] }
    return version.record.images.filter(StoreLayout.isImageName)
      .map { StoreLayout.path(of: $0, besideFile: version.path) }
  }

  private func file(_ name: String, on side: MergeSide) -> FileVersion? {
    guard let version = merged.versions[side], version.record.images.contains(name) else {
      return nil
    }
    return versions[StoreLayout.path(of: name, besideFile: version.path)]?[side]
  }

  private mutating func place(_ name: String) {
    let base = file(name, on: .base)
    let (ours, theirs) = (file(name, on: .ours), file(name, on: .theirs))
    guard let ours, let theirs, ours != theirs, ours != base, theirs != base else {
      let changed = [ours, theirs].compactMap { $0 }.filter { $0 != base }
      return put(changed.first ?? ours ?? theirs ?? base, as: name)
    }
    if base == nil {
      // Both sides gave the same name to different images.
      let (first, second) = ours.isBefore(theirs) ? (ours, theirs) : (theirs, ours)
      put(first, as: name)
      let newName = freeName(for: name)
      merged.addImage(newName)
      put(second, as: newName)
    } else {
      let path = StoreLayout.path(of: name, besideFile: merged.path)
      let keepsTheirs = isTheirsLater(MergeField(.file(path), ""))
      let version = keepsTheirs ? merged.versions.ours : merged.versions.theirs
      let otherPath = version.map { StoreLayout.path(of: name, besideFile: $0.path) }
      let other = MergeConflict.File(path: otherPath ?? path, isTheirs: !keepsTheirs)
      merged.add(MergeConflict(ofFile: path, other: other))
      put(keepsTheirs ? theirs : ours, as: name)
    }
  }

  private mutating func put(_ file: FileVersion?, as name: String) {
    if let file { files[StoreLayout.path(of: name, besideFile: merged.path)] = file }
  }

  private func freeName(for name: String) -> String {
    let used = Set(
      merged.versions.all.flatMap(\.record.images) + (merged.record?.images ?? [])
    )
    let ending = name.split(separator: ".").last.map(String.init) ?? "png"
    var number = 0
    while true {
      let stem = "\(merged.versions.id.text)_\(number)"
      if !used.contains(where: { $0.hasPrefix("\(stem).") }) { return "\(stem).\(ending)" }
      number += 1
    }
  }
}
