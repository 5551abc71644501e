import Foundation
import MinutaCore
import SystemCalls

/// Builds an index by reading all files of a data directory.
///
/// With a pack file, it writes the rows of each directory there as soon as it has read them. So the
/// memory that it needs hardly grows with the number of files.
struct IndexBuilder: ~Copyable {
  private let root: String
  private let progress: (@Sendable (Int, Int) -> Void)?
  private var index = RecordIndex()
  /// The path of the pack file; nil to keep all rows in memory.
  private let packPath: String?
  private var pack: IndexPackWriter?
  private var places: [(folder: Int, place: IndexPackWriter.SegmentLocation)] = []
  /// The directories whose files haven't been read yet.
  private var listings: [DirectoryListing] = []
  /// The number of files in `listings`.
  private var listedFiles = 0
  private var readFiles = 0
  /// The number of all files; 0 without `progress`.
  private var allFiles = 0
  /// The IDs of all records as numbers, to find the duplicates.
  private var ids: [UInt128] = []

  /// The number of files that are read together with several threads.
  private static let batchSize = 16_384

  private init(
    _ root: String,
    packPath: String?,
    progress: (@Sendable (Int, Int) -> Void)?
  ) {
    (self.root, self.packPath, self.progress) = (root, packPath, progress)
  }

  /// Returns an index of all files, which is in memory.
  ///
  /// - Parameter progress: called now and then from any thread, with the numbers of files read and
  ///   of all files.
  static func index(
    of root: String,
    progress: (@Sendable (Int, Int) -> Void)? = nil
  ) -> RecordIndex {
    var builder = IndexBuilder(root, packPath: nil, progress: progress)
    // Only writing to a pack file can fail.
    try? builder.build()
    builder.resolveDuplicates()
    return builder.index
  }

  /// Returns an index of all files whose rows are in a new pack file, unless there are few.
  ///
  /// - Parameters:
  ///   - path: the path of the pack file, which is created if it is needed.
  ///   - number: the number of the pack file.
  static func index(
    of root: String,
    packedAt path: String,
    number: UInt64,
    progress: (@Sendable (Int, Int) -> Void)?
  ) throws -> RecordIndex {
    var builder = IndexBuilder(root, packPath: path, progress: progress)
    try builder.build()
    try builder.openPack(at: path, number: number)
    builder.resolveDuplicates()
    return builder.index
  }

  private mutating func build() throws(SystemError) {
    index.isChanged = true
    let folder: DirectoryHandle
    do throws(SystemError) {
      folder = try DirectoryHandle(root)
    } catch {
      if !error.isMissing { index.noteFailure(at: StoreLayout.records, error) }
      return
    }
    if progress != nil { allFiles = Self.count(at: StoreLayout.records, in: folder) }
    try list(StoreLayout.records, in: folder)
    try readListed()
    progress?(allFiles, allFiles)
  }

  /// Returns the number of files in a directory and its subdirectories.
  private static func count(at path: String, in root: borrowing DirectoryHandle) -> Int {
    let listing = DirectoryListing(path, in: root)
    var count = listing.names.count
    for path in listing.folderPaths { count += Self.count(at: path, in: root) }
    return count
  }

  /// Lists a directory and its subdirectories, and reads their files in batches.
  private mutating func list(
    _ path: String,
    in root: borrowing DirectoryHandle
  ) throws(SystemError) {
    let listing = DirectoryListing(path, in: root)
    listings.append(listing)
    listedFiles += listing.names.count
    if listedFiles >= Self.batchSize { try readListed() }
    for path in listing.folderPaths { try list(path, in: root) }
  }

  /// Reads the files of `listings` and adds these directories to the index.
  private mutating func readListed() throws(SystemError) {
    let paths = listings.flatMap(\.paths)
    if pack == nil, let packPath, paths.count > IndexCache.maximumChanges {
      pack = try IndexPackWriter(packPath)
    }
    let readings = RecordFileReader.read(paths, from: root, progress: batchProgress)
    var next = 0
    for listing in listings {
      let places = next..<next + listing.names.count
      try add(listing, paths[places], readings[places])
      next = places.upperBound
    }
    readFiles += paths.count
    (listings, listedFiles) = ([], 0)
  }

  /// Reports the progress of the next batch as that of all files.
  private var batchProgress: (@Sendable (Int, Int) -> Void)? {
    guard let progress else { return nil }
    let (done, all) = (readFiles, allFiles)
    return { count, _ in progress(min(done + count, all), all) }
  }

  private mutating func add(
    _ listing: DirectoryListing,
    _ paths: ArraySlice<String>,
    _ readings: ArraySlice<RecordReadResult>
  ) throws(SystemError) {
    var (rows, fingerprint): ([IndexRow], UInt64) = ([], listing.fingerprint)
    for (path, reading) in zip(paths, readings) {
      switch reading {
      case .record(let row):
        ids.append(row.id.number)
        rows.append(row)
      case .missing: fingerprint = 0
      case .unusable, .unreadable:
        // This can't fail: only a segment can be corrupt, and the index has none yet.
        try? index.update(path, reading)
      }
    }
    rows.sort(by: IndexRow.isBefore)
    var folder = DirectoryIndex(path: listing.path, fingerprint: fingerprint, rows: rows)
    if !rows.isEmpty, let place = try pack?.add(rows) {
      folder.clearAdded()
      places.append((index.folders.count, place))
    }
    index.folders.append(folder)
    index.unlisted += listing.unlisted
    index.noteFailure(of: listing)
  }

  /// Maps the pack file, which is complete now, and refers to its segments.
  private mutating func openPack(at path: String, number: UInt64) throws(IndexCorruptionError) {
    if places.isEmpty { return }
    let file = try IndexPackFile(path, number: number, size: pack?.size ?? 0)
    for (folder, place) in places {
      index.folders[folder].flush(into: place.segment(in: file), running: place.running)
    }
  }

  private mutating func resolveDuplicates() {
    ids.sort()
    for (id, next) in zip(ids, ids.dropFirst()) where id == next {
      try? index.resolveDuplicates(UUID(number: id))
    }
  }
}
