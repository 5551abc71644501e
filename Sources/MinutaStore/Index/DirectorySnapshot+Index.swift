import Foundation
import MinutaCore
import SystemCalls

/// Access to the index, which is built from the files if there is none in the cache.
extension DirectorySnapshot {
  /// Runs a query on the index, and again on a rebuilt index if the cached one is corrupt.
  ///
  /// - Parameter fallback: the result if the rebuilt index is corrupt too.
  func indexed<Value>(
    or fallback: Value,
    _ query: (inout RecordIndex) throws(IndexCorruptionError) -> Value
  ) -> Value {
    for ignoresCache in [false, true] {
      do throws(IndexCorruptionError) {
        var index = try takeIndex(ignoresCache: ignoresCache)
        let value = try query(&index)
        failure = failure ?? index.failure
        content.index = index
        return value
      } catch {
        content.index = nil
      }
    }
    noteCorruptIndex()
    return fallback
  }

  /// Moves the index out of the content, so that the query can change it without a copy.
  private func takeIndex(ignoresCache: Bool) throws(IndexCorruptionError) -> RecordIndex {
    if let index = content.index {
      content.index = nil
      return index
    }
    let overlay = reader.overlay.records
    let loaded = indexLoader.current(changedFiles, ignoresCache: ignoresCache)
    content.isIndexChecked = loaded.isNew && overlay.isEmpty
    if overlay.isEmpty { return loaded.index }
    var index = loaded.index
    hasPlannedIndexChanges = true
    for (path, text) in overlay {
      let name = StoreLayout.name(ofFile: path)
      try index.update(path, text.map { RecordReadResult(of: $0, name: name) } ?? .missing)
    }
    return index
  }

  /// Loads a cached index before a write, so that the index can be updated with the changes.
  func loadIndex() {
    if content.index == nil, indexLoader.isCached { indexed(or: ()) { _ in } }
  }

  /// Saves the changes of the index to the cache, unless they include those of a dry run.
  func saveIndex() {
    guard !hasPlannedIndexChanges, var index = content.index, index.isChanged else { return }
    content.index = nil
    indexLoader.save(&index)
    content.index = index
  }

  /// Updates the index for a planned change of a file.
  ///
  /// - Parameter created: the IDs of new records, which no other file can have.
  func planIndexUpdate(_ file: FileChange, creating created: Set<UUID>) {
    guard IndexLoader.isRecord(file.path), file.before != file.after, var index = content.index
    else { return }
    content.index = nil
    hasPlannedIndexChanges = true
    let name = StoreLayout.name(ofFile: file.path)
    let reading = file.after.map { RecordReadResult(of: $0, name: name) } ?? .missing
    var isOnly = false
    if case .record(let row) = reading { isOnly = created.contains(row.id) }
    do throws(IndexCorruptionError) {
      try index.update(file.path, reading, isOnly: isOnly)
      content.index = index
    } catch {
      // The next query loads the index again, and applies the reader's overlay to it.
    }
  }

  /// Updates the index for the files of a committed transaction.
  func updateIndexAfterCommit(_ paths: [String], _ changeGuard: ConcurrentChangeDetector) {
    guard var index = content.index else { return }
    content.index = nil
    let root = indexLoader.root
    let paths = Set(paths.filter(IndexLoader.isRecord)).sorted()
    let folders = Set(paths.map(StoreLayout.folder))
    do throws(IndexCorruptionError) {
      let readings = RecordFileReader.read(paths, from: root, progress: nil)
      for (path, reading) in zip(paths, readings) { try index.update(path, reading) }
    } catch {
      return
    }
    for folder in folders.union(changeGuard.folders(in: root)) {
      guard let place = index.folder(at: folder) else { continue }
      let known = index.folders[place].fingerprint
      index.folders[place].fingerprint = changeGuard.fingerprint(
        of: "\(root)/\(folder)",
        since: known
      )
    }
    index.isChanged = true
    indexLoader.save(&index)
    content.index = index
  }
}

extension DirectorySnapshot {
  /// Finds records in the index and reads their files.
  func files(
    _ query: (inout RecordIndex) throws(IndexCorruptionError) -> [RecordIndex.IndexedFile]
  ) -> [RecordFile] {
    indexed(or: []) { index throws(IndexCorruptionError) in
      // If a file differs from the index, the index is corrected and the query runs again.
      for _ in 0..<Self.maximumCorrections {
        let files = try query(&index)
        if let entries = try entries(of: files, &index) { return entries }
      }
      failure = failure ?? .storeBusy(holder: nil)
      return []
    }
  }

  /// The number of corrections after which another program seems to change the files incessantly.
  private static let maximumCorrections = 100

  /// Reads files; returns nil if one of them differs from its row in the index.
  private func entries(
    of files: [RecordIndex.IndexedFile],
    _ index: inout RecordIndex
  ) throws(IndexCorruptionError) -> [RecordFile]? {
    var entries: [RecordFile] = []
    var isCurrent = true
    for file in files {
      let known = content.entries[file.row.id] ?? checkedFiles[file.row.id]
      if let known, known.path == file.path {
        entries.append(known)
        continue
      }
      let reading: RecordReadResult
      do throws(StoreError) {
        let (stored, text) = try reader.record(file.path)
        let entry = RecordFile(path: file.path, stored: stored, text: text)
        let name = StoreLayout.name(ofFile: file.path)
        let row = IndexRow(stored.record, name: name, fingerprint: 0)
        if row.hasSameContent(as: file.row) {
          entries.append(entry)
          if !file.row.isDuplicate, content.entries.count < Self.maximumEntries {
            content.entries[row.id] = entry
          }
          continue
        }
        reading = .record(row)
      } catch {
        reading = RecordReadResult(error)
      }
      isCurrent = false
      try index.update(file.path, reading)
    }
    return isCurrent ? entries : nil
  }

  /// The maximum number of records that a call keeps in memory to avoid reading their files twice.
  private static let maximumEntries = 1000
}
