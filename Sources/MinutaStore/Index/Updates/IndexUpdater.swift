import Foundation
import MinutaCore
import SystemCalls

/// Brings an index up to date with the folder, as far as it is found to have changed.
struct IndexUpdater {
  let root: String
  /// The files to be read.
  private var changedFiles: Set<String> = []
  private var gone: Set<String> = []
  private var seen: Set<String> = []

  init(root: String) {
    self.root = root
  }

  /// Brings an index up to date.
  ///
  /// The stamps of all folders are looked at, and what is in those that have another.
  ///
  /// - Parameter suspects: files that are read again, whatever their stamps.
  static func run(
    _ index: inout RecordIndex,
    from root: String,
    suspecting changedFiles: Set<String> = [],
    progress: (@Sendable (Int, Int) -> Void)? = nil
  ) throws(IndexUpdateError) {
    var update = IndexUpdater(root: root)
    let folder = try system { () throws(SystemError) in try DirectoryHandle(root) }
    try update.checkDirectories(folder, &index)
    for path in changedFiles where try stamp(of: path, folder) != FileFingerprint.missing.number {
      update.changedFiles.insert(path)
    }
    try system { () throws(SystemError) in
      for (path, file) in index.unusable
      where try folder.fingerprint(of: path).number != file.stamp {
        update.changedFiles.insert(path)
      }
    }
    try update.read(&index, progress)
  }

  private static func system<Value: ~Copyable>(
    _ body: () throws(SystemError) -> Value
  ) throws(IndexUpdateError) -> Value {
    do throws(SystemError) { return try body() } catch { throw .system(error) }
  }

  private static func undamaged<Value>(
    _ body: () throws(IndexCorruptionError) -> Value
  ) throws(IndexUpdateError) -> Value {
    do throws(IndexCorruptionError) { return try body() } catch { throw .damaged }
  }

  private mutating func checkDirectories(
    _ root: borrowing DirectoryHandle,
    _ index: inout RecordIndex
  ) throws(IndexUpdateError) {
    var changed: [String] = []
    for folder in index.folders {
      let stamp = try Self.stamp(of: folder.path, root)
      if stamp != folder.stamp { changed.append(folder.path) }
    }
    if index.folder(at: StoreLayout.records) == nil { changed.append(StoreLayout.records) }
    for path in changed.sorted() where !seen.contains(path) {
      // It may have gone with the one above it.
      let isKnown = index.folder(at: path) != nil || path == StoreLayout.records
      if isKnown { try scan(into: path, root, &index) }
    }
  }

  private static func stamp(
    of path: String,
    _ root: borrowing DirectoryHandle
  ) throws(IndexUpdateError) -> UInt64 {
    do throws(SystemError) { return try root.fingerprint(of: path).number } catch {
      throw .system(error)
    }
  }

  private mutating func scan(
    into path: String,
    _ root: borrowing DirectoryHandle,
    _ index: inout RecordIndex
  ) throws(IndexUpdateError) {
    seen.insert(path)
    let listing: DirectoryListing
    do throws(SystemError) {
      listing = try DirectoryListing(path, depth: DirectoryListing.depth(of: path), in: root)
    } catch {
      throw .system(error)
    }
    index.unlisted.removeAll {
      $0.path == path || StoreLayout.folder(ofFile: $0.path) == path
    }
    index.unlisted += listing.unlisted
    if index.folder(at: path) == nil {
      index.folders.append(DirectoryIndex(path: path, stamp: 0))
    }
    try updateFolders(listing, root, &index)
    try collectChangedFiles(listing, root, &index)
    if let place = index.folder(at: path), index.folders[place].stamp != listing.stamp {
      index.folders[place].stamp = listing.stamp
      index.isChanged = true
    }
  }

  /// Looks into the folders that have come, and forgets those that have gone.
  private mutating func updateFolders(
    _ listing: DirectoryListing,
    _ root: borrowing DirectoryHandle,
    _ index: inout RecordIndex
  ) throws(IndexUpdateError) {
    let below = Set(listing.folders.map { "\(listing.path)/\($0)" })
    let known = index.folders.map(\.path).filter { StoreLayout.folder(ofFile: $0) == listing.path }
    for path in known where !below.contains(path) {
      do throws(IndexCorruptionError) { try index.removeFolder(path) } catch { throw .damaged }
    }
    for path in below.subtracting(known).sorted() where !seen.contains(path) {
      try self.scan(into: path, root, &index)
    }
  }

  /// Notes the files that have to be read since their stamps are others, and those that have gone.
  private mutating func collectChangedFiles(
    _ listing: DirectoryListing,
    _ root: borrowing DirectoryHandle,
    _ index: inout RecordIndex
  ) throws(IndexUpdateError) {
    var stamps: [String: UInt64] = [:]
    if let place = index.folder(at: listing.path) {
      let folder = index.folders[place]
      let rows = try Self.undamaged { () throws(IndexCorruptionError) in try folder.rows() }
      stamps.reserveCapacity(rows.count)
      for row in rows { stamps[row.fileName] = row.stamp }
    }
    for (path, file) in index.unusable where StoreLayout.folder(ofFile: path) == listing.path {
      stamps[StoreLayout.name(ofFile: path)] = file.stamp
    }
    for name in listing.names {
      let path = "\(listing.path)/\(name)"
      let known = stamps.removeValue(forKey: name)
      let stamp = try Self.stamp(of: path, root)
      if stamp != known { changedFiles.insert(path) }
    }
    gone.formUnion(stamps.keys.map { "\(listing.path)/\($0)" })
  }

  /// Takes the files that have gone or have to be read.
  private func read(
    _ index: inout RecordIndex,
    _ progress: (@Sendable (Int, Int) -> Void)?
  ) throws(IndexUpdateError) {
    for path in gone.sorted() {
      try Self.undamaged { () throws(IndexCorruptionError) in try index.update(path, .gone) }
    }
    let paths = changedFiles.subtracting(gone).sorted()
    try Self.read(paths, into: &index, from: root, progress: progress)
  }

  /// Reads files, and has an index know what they hold.
  static func read(
    _ paths: [String],
    into index: inout RecordIndex,
    from root: String,
    progress: (@Sendable (Int, Int) -> Void)?
  ) throws(IndexUpdateError) {
    if paths.isEmpty { return }
    var readings: [RecordReadResult] = []
    do throws(SystemError) {
      readings = try RecordFileReader.read(paths, from: root, progress: progress)
    } catch {
      throw .system(error)
    }
    for (path, reading) in zip(paths, readings) {
      try undamaged { () throws(IndexCorruptionError) in try index.update(path, reading) }
      // The listing that named the file may be right: network file systems remember missing names.
      if case .gone = reading, let place = index.folder(at: StoreLayout.folder(ofFile: path)) {
        index.folders[place].stamp = 0
        index.isChanged = true
      }
    }
  }
}
