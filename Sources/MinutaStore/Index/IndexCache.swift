import Foundation
import MinutaCore
import SystemCalls

/// Where the index of one store lies: a folder of the user's cache.
///
/// What is written there takes the place of what was there at once, and nobody waits for the disk:
/// what a loss of power leaves behind is whole, be it older, or is found not to be. Who reads the head
/// while two others write finds it torn, and reads again. Nothing here ever fails a call.
struct IndexCache: Sendable {
  let folder: String

  /// - Parameters:
  ///   - folder: the user's cache folder.
  ///   - root: the folder of the store.
  /// - Returns: Nil where there is no such store.
  init?(in folder: String, of root: String) {
    guard let status = try? FileStatus.of(root), status.kind == .directory else { return nil }
    let key = "\(status.device) \(status.inode) \(User.current) \(root)"
    self.folder = "\(folder)/index/\(SHA256.hex(of: Array(key.utf8)).prefix(20))"
  }

  var head: String { "\(folder)/head" }
  /// The head before, which the next is written over.
  private var spareHeader: String { "\(folder)/head.spare" }

  /// Reads the index; nil where there is none that is whole.
  func read() -> RecordIndex? {
    // Another process may replace a pack while we open it, or write over the head before last.
    for _ in 0..<3 {
      guard let status = try? FileStatus.of(head, following: false) else { return nil }
      if var index = try? readOnce() {
        index.origin = status
        return index
      }
      if status == (try? FileStatus.of(head, following: false)) { return nil }
    }
    return nil
  }

  private func readOnce() throws -> RecordIndex {
    let bytes = try FileDescriptor(opening: head, for: .readingNoFollow).readAll(limit: 1 << 30)
    return try bytes.withUnsafeBytes { bytes in
      try IndexHeader.index(in: bytes) { place throws(IndexCorruptionError) in
        try IndexPackFile(path(of: place.number), number: place.number, size: place.size)
      }
    }
  }

  private func path(of pack: UInt64) -> String { "\(folder)/\(IndexPackFile.name(pack))" }

  /// What an index that is made anew takes the place of.
  var origin: FileStatus? { try? FileStatus.of(head, following: false) }

  /// Writes an index that has changed, unless another process is at it or came first.
  func write(_ index: inout RecordIndex) {
    guard index.isChanged else { return }
    do {
      guard let lock = try lock() else { return }
      try lock.withLock {
        guard origin == index.origin else { return }
        let isPacked = try flush(&index)
        try write(IndexHeader.bytes(of: index), to: spareHeader)
        try Directory.exchange(spareHeader, with: head)
        index.origin = origin
        index.isChanged = false
        if isPacked { removeOthers(than: index.packs) }
      }
    } catch {
      try? Directory.unlink(spareHeader)
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

  /// The changes that a head holds before they are put into a pack.
  private static let maximumChanges = 256
  private static let maximumPacks = 8

  /// Puts what has changed into segments, where it is much; tells whether it was.
  private func flush(_ index: inout RecordIndex) throws -> Bool {
    let changes = index.folders.reduce(0) { $0 + $1.changes }
    if changes <= Self.maximumChanges { return false }
    let packs = index.packs
    let largest = packs.max { $0.size < $1.size }?.number
    let live = index.folders.reduce(0) { $0 + ($1.base?.size ?? 0) }
    let isFragmented = packs.reduce(0) { $0 + $1.size } > 2 * live + (1 << 20)
    let isMany = packs.count >= Self.maximumPacks
    // Nobody may take it for one that was there before.
    let number = UInt64.random(in: .min ... .max)
    var writer = try PackWriter(path(of: number))
    var places: [(folder: Int, place: PackWriter.SegmentLocation)] = []
    for (index, folder) in index.folders.enumerated() {
      let isMoved = isFragmented || isMany && folder.base?.pack.number != largest
      if folder.changes > 0 || isMoved && folder.base != nil {
        places.append((index, try writer.add(folder.rows())))
      }
    }
    let pack = try IndexPackFile(path(of: number), number: number, size: writer.size)
    for (folder, place) in places {
      index.folders[folder].flush(into: place.segment(in: pack), running: place.running)
    }
    return true
  }

  /// Removes the packs that are not used, and what a process left that died.
  private func removeOthers(than packs: [IndexPackFile]) {
    guard let names = try? Directory.names(in: folder) else { return }
    let used = Set(["head", "head.spare", "lock", CheckRotation.name])
      .union(packs.map { IndexPackFile.name($0.number) })
    for name in names where !used.contains(name) {
      try? Directory.unlink("\(folder)/\(name)")
    }
  }
}
