import Foundation
import MinutaCore
import SystemCalls

/// Initializers that rebuild the index from the store's files.
extension RecordIndex {
  /// Creates an index by reading all files.
  init(of root: String, progress: (@Sendable (Int, Int) -> Void)?) {
    self.init()
    let listings: [DirectoryListing]
    do throws(SystemError) {
      listings = Self.listings(at: StoreLayout.records, in: try DirectoryHandle(root))
    } catch {
      if !error.isMissing { noteFailure(at: StoreLayout.records, error) }
      return
    }
    let paths = listings.flatMap(\.paths)
    let readings = RecordFileReader.read(paths, from: root, progress: progress)
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
        case .missing: fingerprint = 0
        case .unusable, .unreadable:
          // This can't fail: only a segment can be corrupt, and a new index has none.
          try? update(path, readings[next])
        }
        next += 1
      }
      rows.sort(by: IndexRow.isBefore)
      folders.append(DirectoryIndex(path: listing.path, fingerprint: fingerprint, rows: rows))
      unlisted += listing.unlisted
      noteFailure(of: listing)
    }
    for id in doubled { try? resolveDuplicates(id) }
    isChanged = true
  }

  /// Lists the contents of a directory and of its subdirectories.
  private static func listings(
    at path: String,
    in root: borrowing DirectoryHandle
  ) -> [DirectoryListing] {
    let listing = DirectoryListing(path, in: root)
    var listings = [listing]
    for path in listing.folderPaths { listings += Self.listings(at: path, in: root) }
    return listings
  }
}
