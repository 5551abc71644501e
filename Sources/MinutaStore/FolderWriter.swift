import Foundation
import JSONText
import MinutaCore
import SystemCalls

/// Writes changes into a store's folder, each file whole and flushed.
struct FolderWriter {
  let root: String

  /// A file with its content under a temporary name, to take its own name.
  private struct Staged {
    let folder: String
    let name: String
    let temporaryPath: String

    var path: String { "\(folder)/\(name)" }
  }

  /// Writes changes to a state that was read under the lock.
  ///
  /// Everything lies on the disk under temporary names before anything takes its own name, so that
  /// a full disk changes nothing. Tags come first: a record never names a tag that is not there.
  func write(_ changes: StoreChanges, over view: FolderView) throws(TrackingError) {
    if changes.isEmpty { return }
    let tags = try contents(of: changes.tags, over: view)
    var staged: [Staged] = []
    do throws(SystemError) {
      if let tags { staged.append(try stage(tags)) }
      for record in changes.records.values.sorted(by: TimeRecord.isBefore) {
        let isNew = changes.createdRecords.contains(record.id)
        staged.append(try stage(record, over: isNew ? nil : view, beside: staged))
      }
      for file in staged { try Folder.rename(file.temporaryPath, to: file.path) }
      for folder in Set(staged.map(\.folder)).sorted() { try Folder.flush(folder) }
    } catch {
      for file in staged { try? Folder.unlink(file.temporaryPath) }
      throw .storeUnwritable(path: error.path ?? root, reason: error.reason)
    }
  }

  /// The file of tags with some changed; nil where none is.
  private func contents(
    of tags: [Tag],
    over view: FolderView
  ) throws(TrackingError) -> JSONValue? {
    if tags.isEmpty { return nil }
    var stored = try view.writableTags()
    for tag in tags { stored.save(tag) }
    return stored.contents
  }

  private func stage(_ tags: JSONValue) throws(SystemError) -> Staged {
    let temporary = "\(root)/\(StoreLayout.temporaryName(for: "tags"))"
    let staged = Staged(folder: root, name: StoreLayout.tags, temporaryPath: temporary)
    try write(tags, limit: StoreLayout.tagsLimit, to: staged)
    return staged
  }

  /// - Parameter view: nil for a record that is new.
  private func stage(
    _ record: TimeRecord,
    over view: FolderView?,
    beside others: [Staged]
  ) throws(SystemError) -> Staged {
    let entry = view?.entries[record.id]
    let path =
      if let entry { "\(root)/\(entry.path)" } else { try freePath(for: record, beside: others) }
    let folder = Folder.parent(of: path) ?? root
    try Self.flushParents(of: Folder.make(folder))
    let temporary = "\(folder)/\(StoreLayout.temporaryName(for: record.id.uuidString))"
    let name = String(path.dropFirst(folder.count + 1))
    let staged = Staged(folder: folder, name: name, temporaryPath: temporary)
    let json = entry?.stored.json(changedTo: record) ?? StoredRecord.json(of: record)
    try write(.object(json), limit: StoreLayout.recordLimit, to: staged)
    return staged
  }

  private func freePath(
    for record: TimeRecord,
    beside others: [Staged]
  ) throws(SystemError) -> String {
    let folder = "\(root)/\(StoreLayout.folder(of: record))"
    let paths = StoreLayout.names(of: record).map { "\(folder)/\($0)" }
    for path in paths.dropLast() {
      let isTaken = try FileStatus.of(path, following: false) != nil
      if !isTaken, !others.contains(where: { $0.path == path }) { return path }
    }
    return paths[paths.count - 1]
  }

  /// Writes what the reader will read again; the file keeps its permissions.
  private func write(
    _ json: JSONValue,
    limit: Int,
    to staged: Staged
  ) throws(SystemError) {
    let bytes = json.bytes(.indented)
    if bytes.count > limit { throw .tooLarge(staged.path) }
    let old = try FileStatus.of(staged.path, following: false)
    do throws(SystemError) {
      let file = try FileDescriptor(opening: staged.temporaryPath, for: .replacing)
      if let old { try file.setPermissions(old.permissions) }
      try file.write(bytes)
      try file.flush()
    } catch {
      try? Folder.unlink(staged.temporaryPath)
      throw error
    }
  }

  /// Flushes the names of new folders into those that hold them.
  static func flushParents(of folders: [String]) throws(SystemError) {
    for folder in folders { try Folder.flush(Folder.parent(of: folder) ?? "/") }
  }
}
