import Foundation
import JSONText
import MinutaCore

/// A merge of two files of one record, of which one has moved to another path.
///
/// A merge of single files leaves both if one side changed the record's start, and so its path, while
/// the other side edited it.
struct RecordFileMerge {
  /// The merge, at the path of the file whose start the merged record has.
  let repair: StoreRepair

  /// Merges two files; nil if they may be different records, or if both changed a field.
  ///
  /// - Parameters:
  ///   - versions: all known versions of the files, oldest first.
  ///   - snapshot: the state of the folder.
  init?(
    _ first: RecordFile,
    _ second: RecordFile,
    versions: [JSONObject],
    in snapshot: DirectorySnapshot
  ) throws(TrackingError) {
    guard
      first.hasRegularPath, second.hasRegularPath,
      let ours = DirectoryChecker.record(first.text)?.json,
      let theirs = DirectoryChecker.record(second.text)?.json,
      let base = Self.base(of: ours, theirs, in: versions)
    else { return nil }
    let merge = JSONObjectMerge(ours, theirs, base: MergeBase(base), isTheirsLater: false)
    guard merge.decided.isEmpty,
      let record = try? StoredRecord(json: .object(merge.result)).record
    else { return nil }
    let isSecond = record.startTime == second.stored.record.startTime
    let (kept, other) = isSecond ? (second, first) : (first, second)
    let text = JSONValue.object(merge.result).text(.indented)
    var number = 1
    let layout = snapshot.layout
    while try snapshot.isTaken(layout.trashed(file: other.path, number: number)) { number += 1 }
    let trash = layout.trashed(file: other.path, number: number)
    var moves = [StoreRepair.StoreFileMove(from: other.path, to: trash)]
    for image in record.images where StoreLayout.isImageName(image) {
      let paths = [other, kept].map { StoreLayout.path(of: image, besideFile: $0.path) }
      if try snapshot.isTaken(paths[0]), try !snapshot.isTaken(paths[1]) {
        moves.append(StoreRepair.StoreFileMove(from: paths[0], to: paths[1]))
      }
    }
    let change = StoreRepair.TextFileChange(path: kept.path, before: kept.text, after: text)
    repair = StoreRepair(of: kept.path, texts: [change], moves: moves)
  }

  /// Returns the version from which both files come; nil if one of them comes from the other.
  ///
  /// The versions between it and a file are as close to both files together, so the oldest counts.
  private static func base(
    of ours: JSONObject,
    _ theirs: JSONObject,
    in versions: [JSONObject]
  ) -> JSONObject? {
    let distances = versions.map { version in
      [ours, theirs].map { JSONObjectMerge.distance(version, $0) }
    }
    guard let place = distances.indices.min(by: { distances[$0].sum < distances[$1].sum }),
      !distances[place].contains(0)
    else { return nil }
    return versions[place]
  }
}

extension [Int] {
  fileprivate var sum: Int { reduce(0, +) }
}

extension RecordFile {
  /// Whether the file has one of the paths that Minuta gives to its record.
  fileprivate var hasRegularPath: Bool {
    let record = stored.record
    return StoreLayout.folder(ofFile: path) == StoreLayout.folder(of: record)
      && StoreLayout.names(of: record).contains(StoreLayout.name(ofFile: path))
  }
}
