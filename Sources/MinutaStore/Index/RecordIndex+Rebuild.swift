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
    let listings = try Self.listings(at: StoreLayout.records, in: DirectoryHandle(root))
    let paths = listings.flatMap { listing in listing.names.map { "\(listing.path)/\($0)" } }
    let readings = try RecordFileReader.read(paths, from: root, progress: progress)
    var ids: Set<UUID> = []
    var doubled: Set<UUID> = []
    ids.reserveCapacity(paths.count)
    var next = 0
    for listing in listings {
      var (rows, stamp): ([IndexRow], UInt64) = ([], listing.stamp)
      for path in paths[next..<next + listing.names.count] {
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
      folders.append(DirectoryIndex(path: listing.path, stamp: stamp, rows: rows))
      unlisted += listing.unlisted
    }
    // Nothing is in a segment yet, of which alone there can be damage.
    for id in doubled { try? resolveDuplicates(id) }
    isChanged = true
  }

  /// Looks into a folder and those below it.
  static func listings(
    at path: String,
    in root: borrowing DirectoryHandle
  ) throws(SystemError) -> [DirectoryListing] {
    let listing = try DirectoryListing(path, depth: DirectoryListing.depth(of: path), in: root)
    var listings = [listing]
    for name in listing.folders { listings += try Self.listings(at: "\(path)/\(name)", in: root) }
    return listings
  }
}
