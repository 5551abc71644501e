import Foundation
import MinutaCore
import SystemCalls

/// Brings an index up to date with the files of a data directory.
struct IndexUpdater {
  let root: String
  /// The paths of the record files that must be read again.
  private var changedFiles: Set<String> = []
  private var missing: Set<String> = []
  private var seen: Set<String> = []

  init(root: String) {
    self.root = root
  }

  /// Updates an index.
  ///
  /// It compares the fingerprints of all directories, and lists those that have changed.
  ///
  /// - Parameter changedFiles: the files to read again even if their fingerprints match.
  static func run(
    _ index: inout RecordIndex,
    from root: String,
    suspecting changedFiles: Set<String> = [],
    progress: (@Sendable (Int, Int) -> Void)? = nil
  ) throws(IndexCorruptionError) {
    var update = IndexUpdater(root: root)
    let folder: DirectoryHandle
    do throws(SystemError) {
      folder = try DirectoryHandle(root)
    } catch {
      if error.isMissing { return try index.removeFolder(StoreLayout.records) }
      return index.noteFailure(at: StoreLayout.records, error)
    }
    try update.checkDirectories(folder, &index)
    for path in changedFiles
    where fingerprint(of: path, folder) != FileFingerprint.missing.number {
      update.changedFiles.insert(path)
    }
    for (path, file) in index.unusable where fingerprint(of: path, folder) != file.fingerprint {
      update.changedFiles.insert(path)
    }
    try update.read(&index, progress)
  }

  private mutating func checkDirectories(
    _ root: borrowing DirectoryHandle,
    _ index: inout RecordIndex
  ) throws(IndexCorruptionError) {
    var changed: [String] = []
    for folder in index.folders where Self.fingerprint(of: folder.path, root) != folder.fingerprint
    {
      changed.append(folder.path)
    }
    if index.folder(at: StoreLayout.records) == nil { changed.append(StoreLayout.records) }
    for path in changed.sorted() where !seen.contains(path) {
      // Skip a directory that was removed together with its parent.
      let isKnown = index.folder(at: path) != nil || path == StoreLayout.records
      if isKnown { try scan(into: path, root, &index) }
    }
  }

  /// Returns a file's fingerprint; nil if the system prevents reading it.
  private static func fingerprint(
    of path: String,
    _ root: borrowing DirectoryHandle
  ) -> UInt64? {
    try? root.fingerprint(of: path).number
  }

  private mutating func scan(
    into path: String,
    _ root: borrowing DirectoryHandle,
    _ index: inout RecordIndex
  ) throws(IndexCorruptionError) {
    seen.insert(path)
    let listing = DirectoryListing(path, in: root)
    index.noteFailure(of: listing)
    index.unlisted.removeAll {
      $0.path == path || StoreLayout.folder(ofFile: $0.path) == path
    }
    index.unlisted += listing.unlisted
    if index.folder(at: path) == nil {
      index.folders.append(DirectoryIndex(path: path, fingerprint: 0))
    }
    try updateFolders(listing, root, &index)
    try collectChangedFiles(listing, root, &index)
    if let place = index.folder(at: path), index.folders[place].fingerprint != listing.fingerprint {
      index.folders[place].fingerprint = listing.fingerprint
      index.isChanged = true
    }
  }

  /// Adds new subdirectories to the index and removes missing ones.
  private mutating func updateFolders(
    _ listing: DirectoryListing,
    _ root: borrowing DirectoryHandle,
    _ index: inout RecordIndex
  ) throws(IndexCorruptionError) {
    let below = Set(listing.folderPaths)
    let known = index.folders.map(\.path).filter { StoreLayout.folder(ofFile: $0) == listing.path }
    for path in known where !below.contains(path) {
      try index.removeFolder(path)
    }
    for path in below.subtracting(known).sorted() where !seen.contains(path) {
      try self.scan(into: path, root, &index)
    }
  }

  /// Collects the files whose fingerprint has changed and those that are missing.
  private mutating func collectChangedFiles(
    _ listing: DirectoryListing,
    _ root: borrowing DirectoryHandle,
    _ index: inout RecordIndex
  ) throws(IndexCorruptionError) {
    var fingerprints: [String: UInt64] = [:]
    if let place = index.folder(at: listing.path) {
      let folder = index.folders[place]
      let rows = try folder.rows()
      fingerprints.reserveCapacity(rows.count)
      for row in rows { fingerprints[row.fileName] = row.fingerprint }
    }
    for (path, file) in index.unusable where StoreLayout.folder(ofFile: path) == listing.path {
      fingerprints[StoreLayout.name(ofFile: path)] = file.fingerprint
    }
    for name in listing.names {
      let path = "\(listing.path)/\(name)"
      let known = fingerprints.removeValue(forKey: name)
      if known == nil || Self.fingerprint(of: path, root) != known { changedFiles.insert(path) }
    }
    missing.formUnion(fingerprints.keys.map { "\(listing.path)/\($0)" })
  }

  /// Removes the missing files from the index and reads the changed ones.
  private func read(
    _ index: inout RecordIndex,
    _ progress: (@Sendable (Int, Int) -> Void)?
  ) throws(IndexCorruptionError) {
    for path in missing.sorted() {
      try index.update(path, .missing)
    }
    let paths = changedFiles.subtracting(missing).sorted()
    try Self.read(paths, into: &index, from: root, progress: progress)
  }

  /// Reads files and updates their rows in the index.
  static func read(
    _ paths: [String],
    into index: inout RecordIndex,
    from root: String,
    progress: (@Sendable (Int, Int) -> Void)?
  ) throws(IndexCorruptionError) {
    if paths.isEmpty { return }
    let readings = RecordFileReader.read(paths, from: root, progress: progress)
    for (path, reading) in zip(paths, readings) {
      try index.update(path, reading)
      // List the directory again: the file may exist after all, because a network file system can
      // cache for a while that it was missing.
      if case .missing = reading, let place = index.folder(at: StoreLayout.folder(ofFile: path)) {
        index.folders[place].fingerprint = 0
        index.isChanged = true
      }
    }
  }
}
