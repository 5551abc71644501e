import Foundation
import MinutaCore
import SystemCalls

/// The index made from the folder alone.
extension RecordIndex {
  /// Reads all files.
  ///
  /// - Throws: Where the system could not do its work.
  init(
    of root: String,
    progress: (@Sendable (Int, Int) -> Void)?
  ) throws(SystemError) {
    let looks = try Self.looks(at: StoreLayout.records, in: OpenFolder(root))
    let paths = looks.flatMap { look in look.names.map { "\(look.path)/\($0)" } }
    let readings = try RecordFiles.read(paths, from: root, progress: progress)
    var ids: Set<UUID> = []
    var doubled: Set<UUID> = []
    ids.reserveCapacity(paths.count)
    var next = 0
    for look in looks {
      var (rows, stamp): ([IndexRow], UInt64) = ([], look.stamp)
      for path in paths[next..<next + look.names.count] {
        switch readings[next] {
        case .record(let row):
          if !ids.insert(row.id).inserted { doubled.insert(row.id) }
          rows.append(row)
        case .unusable(let reason, let stamp):
          unusable[path] = UnusableFile(reason: reason, stamp: stamp)
        case .gone: stamp = 0
        }
        next += 1
      }
      rows.sort(by: IndexRow.isBefore)
      folders.append(IndexFolder(path: look.path, stamp: stamp, rows: rows))
      unlisted += look.unlisted
    }
    // Nothing is in a segment yet, of which alone there can be damage.
    for id in doubled { try? decide(id) }
    isChanged = true
  }

  /// Looks into a folder and those below it.
  static func looks(
    at path: String,
    in root: borrowing OpenFolder
  ) throws(SystemError) -> [FolderLook] {
    let look = try FolderLook(path, depth: FolderLook.depth(of: path), in: root)
    var looks = [look]
    for name in look.folders { looks += try Self.looks(at: "\(path)/\(name)", in: root) }
    return looks
  }
}
