import Foundation
import MinutaCore
import SystemCalls

/// The cached index of one store, in the user's cache directory.
///
/// Writes are atomic but not flushed. After a power loss the cache is an older one, or its checksum
/// doesn't match and it is rebuilt. If two writes follow each other quickly, a reader may see a
/// half-written header; it then reads again. Cache errors never make a call fail.
struct IndexCache: Sendable {
  let folder: String

  /// Creates the cache for a store.
  ///
  /// - Parameters:
  ///   - folder: the user's cache directory.
  ///   - root: the store's directory.
  /// - Returns: nil if the store doesn't exist.
  init?(in folder: String, of root: String) {
    guard let status = try? FileStatus.of(root), status.kind == .directory else { return nil }
    let key = "\(status.device) \(status.inode) \(User.current) \(root)"
    self.folder = "\(folder)/index/\(SHA256.hex(of: Array(key.utf8)).prefix(20))"
  }

  private var headerPath: String { "\(folder)/head" }
  /// The path of the previous header, which the next write overwrites and exchanges with the
  /// current one.
  private var spareHeaderPath: String { "\(folder)/head.spare" }

  /// Reads the cached index; nil if it is missing or corrupt.
  func read() -> RecordIndex? {
    // Retry, because another process may replace a pack file or overwrite this header meanwhile.
    for _ in 0..<3 {
      guard let status = try? FileStatus.of(headerPath, following: false) else { return nil }
      if var index = try? readOnce() {
        index.origin = status
        return index
      }
      if status == (try? FileStatus.of(headerPath, following: false)) { return nil }
    }
    return nil
  }

  private func readOnce() throws -> RecordIndex {
    let bytes = try FileDescriptor(opening: headerPath, for: .readingNoFollow).readAll(
      limit: 1 << 30
    )
    return try bytes.withUnsafeBytes { bytes in
      try IndexHeader.index(in: bytes) { place throws(IndexCorruptionError) in
        try IndexPackFile(path(of: place.number), number: place.number, size: place.size)
      }
    }
  }

  private func path(of pack: UInt64) -> String { "\(folder)/\(IndexPackFile.name(pack))" }

  /// The file status of the current header, to detect whether another process has replaced it.
  var origin: FileStatus? { try? FileStatus.of(headerPath, following: false) }

  /// Writes a changed index, unless another process is writing or has written since this one was
  /// read.
  func write(_ index: inout RecordIndex) {
    guard index.isChanged, index.failure == nil else { return }
    do {
      guard let lock = try lock() else { return }
      try lock.withLock {
        guard origin == index.origin else { return }
        let isPacked = try flush(&index)
        try save(&index)
        if isPacked { removeOthers(than: index.packs) }
      }
    } catch {
      try? Directory.unlink(spareHeaderPath)
    }
  }

  private func save(_ index: inout RecordIndex) throws(SystemError) {
    try write(IndexHeader.bytes(of: index), to: spareHeaderPath)
    try Directory.exchange(spareHeaderPath, with: headerPath)
    index.origin = origin
    index.isChanged = false
  }

  /// Builds an index from the files of a store and writes it.
  ///
  /// - Returns: nil if another process is writing, or if the cache can't be written.
  func rebuild(from root: String, progress: (@Sendable (Int, Int) -> Void)?) -> RecordIndex? {
    let number = UInt64.random(in: .min ... .max)
    let path = path(of: number)
    do {
      return try lock()?.withLock {
        var index = try IndexBuilder.index(
          of: root,
          packedAt: path,
          number: number,
          progress: progress
        )
        if index.failure != nil {
          // The index stays valid, because its file remains mapped.
          try? Directory.unlink(path)
          return index
        }
        _ = try flush(&index)
        try save(&index)
        removeOthers(than: index.packs)
        return index
      }
    } catch {
      try? Directory.unlink(path)
      try? Directory.unlink(spareHeaderPath)
      return nil
    }
  }

  private func lock() throws(SystemError) -> FileLock? {
    let path = "\(folder)/lock"
    do throws(SystemError) {
      return try FileLock.acquire(path, timeout: .zero)
    } catch  where error.isMissing {
      try Directory.make(folder, permissions: 0o700)
      return try FileLock.acquire(path, timeout: .zero)
    }
  }

  private func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let file = try FileDescriptor(opening: path, for: .overwriting, permissions: 0o600)
    try file.write(bytes)
    try file.truncate(to: bytes.count)
  }

  /// The maximum number of changed rows in the header before they are moved to a pack file.
  static let maximumChanges = 256
  private static let maximumPacks = 8

  /// Moves the changed rows into new segments if there are many; returns whether it did.
  private func flush(_ index: inout RecordIndex) throws -> Bool {
    let changes = index.folders.reduce(0) { $0 + $1.changes }
    if changes <= Self.maximumChanges { return false }
    let packs = index.packs
    let largest = packs.max { $0.size < $1.size }?.number
    let live = index.folders.reduce(0) { $0 + ($1.base?.size ?? 0) }
    let isFragmented = packs.reduce(0) { $0 + $1.size } > 2 * live + (1 << 20)
    let isMany = packs.count >= Self.maximumPacks
    // Use a random number, so that a process with an old header can't mistake this file for
    // another.
    let number = UInt64.random(in: .min ... .max)
    var writer = try IndexPackWriter(path(of: number))
    var places: [(folder: Int, place: IndexPackWriter.SegmentLocation)] = []
    for (index, folder) in index.folders.enumerated() {
      let isMoved = isFragmented || isMany && folder.base?.pack.number != largest
      if folder.changes > 0 || isMoved && folder.base != nil {
        places.append((index, try writer.add(folder.rows())))
        // Otherwise the whole old file would be in memory at the end.
        folder.base?.pack.releasePages()
      }
    }
    let pack = try IndexPackFile(path(of: number), number: number, size: writer.size)
    for (folder, place) in places {
      index.folders[folder].flush(into: place.segment(in: pack), running: place.running)
    }
    return true
  }

  /// Removes unused pack files, and temporary files of processes that crashed.
  private func removeOthers(than packs: [IndexPackFile]) {
    guard let names = try? Directory.names(in: folder) else { return }
    let used = Set(["head", "head.spare", "lock", FileCheckProgress.name])
      .union(packs.map { IndexPackFile.name($0.number) })
    for name in names where !used.contains(name) {
      try? Directory.unlink("\(folder)/\(name)")
    }
  }
}
