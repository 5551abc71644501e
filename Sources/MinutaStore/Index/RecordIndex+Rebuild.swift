import Foundation
import MinutaCore
import SystemCalls

/// Initializers that rebuild the index from the store's files.
extension RecordIndex {
  /// Creates an index by reading all files.
  ///
  /// - Throws: a transient error of the system, such as a lack of memory.
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
      var (rows, fingerprint): ([IndexRow], UInt64) = ([], listing.fingerprint)
      for path in paths[next..<next + listing.names.count] {
        switch readings[next] {
        case .record(let row):
          if !ids.insert(row.id).inserted { doubled.insert(row.id) }
          rows.append(row)
        case .unusable(let reason, let fingerprint):
          unusable[path] = UnusableFile(reason: reason, fingerprint: fingerprint)
        case .missing: fingerprint = 0
        }
        next += 1
      }
      rows.sort(by: IndexRow.isBefore)
      folders.append(DirectoryIndex(path: listing.path, fingerprint: fingerprint, rows: rows))
      unlisted += listing.unlisted
    }
    // This can't fail: only a segment can be corrupt, and a new index has none.
    for id in doubled { try? resolveDuplicates(id) }
    isChanged = true
  }

  /// Lists the contents of a directory and of its subdirectories.
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
