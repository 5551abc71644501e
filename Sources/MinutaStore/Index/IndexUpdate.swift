import Foundation
import MinutaCore
import SystemCalls

/// Brings an index up to date with the folder, as far as it is found to have changed.
struct IndexUpdate {
  let root: String
  /// The files to be read.
  private var suspects: Set<String> = []
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
    suspecting suspects: Set<String> = [],
    progress: (@Sendable (Int, Int) -> Void)? = nil
  ) throws(IndexFailure) {
    var update = IndexUpdate(root: root)
    let folder = try system { () throws(SystemError) in try OpenFolder(root) }
    try update.lookAtFolders(folder, &index)
    for path in suspects where try stamp(of: path, folder) != ChangeStamp.missing.number {
      update.suspects.insert(path)
    }
    try system { () throws(SystemError) in
      for (path, file) in index.unusable
      where try folder.stamp(of: path).number != file.stamp {
        update.suspects.insert(path)
      }
    }
    try update.read(&index, progress)
  }

  private static func system<Value: ~Copyable>(
    _ body: () throws(SystemError) -> Value
  ) throws(IndexFailure) -> Value {
    do throws(SystemError) { return try body() } catch { throw .system(error) }
  }

  private static func undamaged<Value>(
    _ body: () throws(IndexDamage) -> Value
  ) throws(IndexFailure) -> Value {
    do throws(IndexDamage) { return try body() } catch { throw .damaged }
  }

  private mutating func lookAtFolders(
    _ root: borrowing OpenFolder,
    _ index: inout RecordIndex
  ) throws(IndexFailure) {
    var changed: [String] = []
    for folder in index.folders {
      let stamp = try Self.stamp(of: folder.path, root)
      if stamp != folder.stamp { changed.append(folder.path) }
    }
    if index.folder(at: StoreLayout.records) == nil { changed.append(StoreLayout.records) }
    for path in changed.sorted() where !seen.contains(path) {
      // It may have gone with the one above it.
      let isKnown = index.folder(at: path) != nil || path == StoreLayout.records
      if isKnown { try look(into: path, root, &index) }
    }
  }

  private static func stamp(
    of path: String,
    _ root: borrowing OpenFolder
  ) throws(IndexFailure) -> UInt64 {
    do throws(SystemError) { return try root.stamp(of: path).number } catch { throw .system(error) }
  }

  private mutating func look(
    into path: String,
    _ root: borrowing OpenFolder,
    _ index: inout RecordIndex
  ) throws(IndexFailure) {
    seen.insert(path)
    let look: FolderLook
    do throws(SystemError) {
      look = try FolderLook(path, depth: FolderLook.depth(of: path), in: root)
    } catch {
      throw .system(error)
    }
    index.unlisted.removeAll {
      $0.path == path || StoreLayout.folder(ofFile: $0.path) == path
    }
    index.unlisted += look.unlisted
    if index.folder(at: path) == nil {
      index.folders.append(IndexFolder(path: path, stamp: 0))
    }
    try takeFolders(look, root, &index)
    try takeFiles(look, root, &index)
    if let place = index.folder(at: path), index.folders[place].stamp != look.stamp {
      index.folders[place].stamp = look.stamp
      index.isChanged = true
    }
  }

  /// Looks into the folders that have come, and forgets those that have gone.
  private mutating func takeFolders(
    _ look: FolderLook,
    _ root: borrowing OpenFolder,
    _ index: inout RecordIndex
  ) throws(IndexFailure) {
    let below = Set(look.folders.map { "\(look.path)/\($0)" })
    let known = index.folders.map(\.path).filter { StoreLayout.folder(ofFile: $0) == look.path }
    for path in known where !below.contains(path) {
      do throws(IndexDamage) { try index.drop(path) } catch { throw .damaged }
    }
    for path in below.subtracting(known).sorted() where !seen.contains(path) {
      try self.look(into: path, root, &index)
    }
  }

  /// Notes the files that have to be read since their stamps are others, and those that have gone.
  private mutating func takeFiles(
    _ look: FolderLook,
    _ root: borrowing OpenFolder,
    _ index: inout RecordIndex
  ) throws(IndexFailure) {
    var stamps: [String: UInt64] = [:]
    if let place = index.folder(at: look.path) {
      let folder = index.folders[place]
      let rows = try Self.undamaged { () throws(IndexDamage) in try folder.rows() }
      stamps.reserveCapacity(rows.count)
      for row in rows { stamps[row.fileName] = row.stamp }
    }
    for (path, file) in index.unusable where StoreLayout.folder(ofFile: path) == look.path {
      stamps[StoreLayout.name(ofFile: path)] = file.stamp
    }
    for name in look.names {
      let path = "\(look.path)/\(name)"
      let known = stamps.removeValue(forKey: name)
      let stamp = try Self.stamp(of: path, root)
      if stamp != known { suspects.insert(path) }
    }
    gone.formUnion(stamps.keys.map { "\(look.path)/\($0)" })
  }

  /// Takes the files that have gone or have to be read.
  private func read(
    _ index: inout RecordIndex,
    _ progress: (@Sendable (Int, Int) -> Void)?
  ) throws(IndexFailure) {
    for path in gone.sorted() {
      try Self.undamaged { () throws(IndexDamage) in try index.take(path, .gone) }
    }
    let paths = suspects.subtracting(gone).sorted()
    try Self.read(paths, into: &index, from: root, progress: progress)
  }

  /// Reads files, and has an index know what they hold.
  static func read(
    _ paths: [String],
    into index: inout RecordIndex,
    from root: String,
    progress: (@Sendable (Int, Int) -> Void)?
  ) throws(IndexFailure) {
    if paths.isEmpty { return }
    var readings: [FileReading] = []
    do throws(SystemError) {
      readings = try RecordFiles.read(paths, from: root, progress: progress)
    } catch {
      throw .system(error)
    }
    for (path, reading) in zip(paths, readings) {
      try undamaged { () throws(IndexDamage) in try index.take(path, reading) }
      // The listing that named the file may be right: network file systems remember missing names.
      if case .gone = reading, let place = index.folder(at: StoreLayout.folder(ofFile: path)) {
        index.folders[place].stamp = 0
        index.isChanged = true
      }
    }
  }
}
