import Foundation
import JSONText
import MinutaCore

/// A merge of the images of one record, whose files follow the record's file.
///
/// An image is known by its content: a name that is used again is another image. An image that one
/// side removed and the other side replaced stays.
struct ImageVersionMerge {
  /// The merged files by path; nil for a path that the merge leaves empty.
  private(set) var files: [String: FileVersion?] = [:]
  private(set) var merged: MergedRecord
  private let versions: [String: FileVersions]

  private enum Identity: Hashable {
    /// The content of a file that takes part, and the number of its copies up to this one.
    case content(FileVersion, copy: Int)
    /// A file that is the same on all sides.
    case name(String)
  }

  private typealias Image = (name: String, identity: Identity)

  /// - Parameter versions: the changed files by path.
  init(_ merged: MergedRecord, in versions: [String: FileVersions]) {
    (self.merged, self.versions) = (merged, versions)
    for path in MergeSide.allCases.flatMap(paths) where versions[path] != nil {
      files[path] = .some(nil)
    }
    guard let record = merged.record else { return }
    let images = named(mergedImages())
    let names = images.map(\.name)
    if names != record.images { self.merged.setImages(names) }
    for case (let name, .content(let file, _)) in images {
      files[StoreLayout.path(of: name, besideFile: merged.path)] = file
    }
  }

  private func paths(on side: MergeSide) -> [String] {
    guard let version = merged.versions[side] else { return [] }
    return version.record.images.filter(StoreLayout.isImageName)
      .map { StoreLayout.path(of: $0, besideFile: version.path) }
  }

  private func images(on side: MergeSide) -> [Image] {
    var copies: [FileVersion: Int] = [:]
    return (merged.versions[side]?.record.images ?? []).map { name in
      // A file that is missing on this side is damage, not a change.
      let sides = [side] + MergeSide.allCases
      guard let file = sides.lazy.compactMap({ self.file(name, on: $0) }).first else {
        return (name, .name(name))
      }
      copies[file, default: 0] += 1
      return (name, .content(file, copy: copies[file] ?? 1))
    }
  }

  private func file(_ name: String, on side: MergeSide) -> FileVersion? {
    guard let version = merged.versions[side], StoreLayout.isImageName(name),
      version.record.images.contains(name)
    else { return nil }
    return versions[StoreLayout.path(of: name, besideFile: version.path)]?[side]
  }

  /// Returns the images that both sides have, and those that either side added.
  private func mergedImages() -> [Image] {
    let (ours, theirs) = (images(on: .ours), images(on: .theirs))
    if merged.versions.ours == nil || merged.versions.theirs == nil { return ours + theirs }
    // The order of the images, and their names, come from the first side, so choose it by content.
    let isSwapped = sortKey(.theirs).lexicographicallyPrecedes(sortKey(.ours))
    let (first, second) = isSwapped ? (theirs, ours) : (ours, theirs)
    let base = Set(images(on: .base).map(\.identity))
    let (firsts, seconds) = (Set(first.map(\.identity)), Set(second.map(\.identity)))
    return first.filter { seconds.contains($0.identity) || !base.contains($0.identity) }
      + second.filter { !firsts.contains($0.identity) && !base.contains($0.identity) }
  }

  private func sortKey(_ side: MergeSide) -> [String] {
    let files = images(on: side).map { file($0.name, on: side) }
    let json = merged.versions[side].map { JSONValue.object($0.json).text() }
    return [json ?? ""] + files.map { $0?.id ?? $0?.text ?? "" }
  }

  /// Gives an image another name if an image before it has its name.
  ///
  /// A file that stays in place keeps its name.
  private func named(_ images: [Image]) -> [Image] {
    var taken: Set<String> = []
    for case (let name, .name) in images { taken.insert(name) }
    return images.map { name, identity in
      if case .name = identity { return (name, identity) }
      let free = taken.insert(name).inserted ? name : freeName(for: name, taken)
      taken.insert(free)
      return (free, identity)
    }
  }

  private func freeName(for name: String, _ taken: Set<String>) -> String {
    let used = taken.union(merged.versions.all.flatMap(\.record.images))
    let ending = name.split(separator: ".").last.map(String.init) ?? "png"
    var number = 0
    while true {
      let stem = "\(merged.versions.id.text)_\(number)"
      if !used.contains(where: { $0.hasPrefix("\(stem).") }) { return "\(stem).\(ending)" }
      number += 1
    }
  }
}
