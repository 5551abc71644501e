import Foundation
import MinutaCore
import SystemCalls

/// Access to the index, which answers many queries without reading all records.
extension DirectorySnapshot {
  /// Runs a query on the index.
  ///
  /// - Parameter query: the query, which returns nil if the index can't answer it.
  /// - Returns: nil if the index is unavailable, so that the caller must read all records.
  func indexed<Value>(
    _ query: (inout RecordIndex) throws(IndexUpdateError) -> Value?
  ) -> Value? {
    for ignoresCache in [false, true] {
      guard let source, !isIndexDisabled, content.records == nil,
        var index = takeIndex(from: source, ignoresCache: ignoresCache)
      else { break }
      do throws(IndexUpdateError) {
        guard let value = try query(&index) else { break }
        content.index = index
        return value
      } catch {
        if case .system = error { break }
      }
    }
    if source != nil { isIndexDisabled = true }
    return nil
  }

  /// Moves the index out of the content, so that the query can change it without a copy.
  private func takeIndex(from source: IndexLoader, ignoresCache: Bool) -> RecordIndex? {
    if !ignoresCache, let index = content.index {
      content.index = nil
      return index
    }
    let overlay = reader.overlay.filter { $0.key.hasPrefix("\(StoreLayout.records)/") }
    guard var index = source.current(changedFiles, ignoresCache: ignoresCache) else { return nil }
    if overlay.isEmpty { return index }
    hasPlannedIndexChanges = true
    do throws(IndexCorruptionError) {
      for (path, text) in overlay {
        let name = StoreLayout.name(ofFile: path)
        try index.update(path, text.map { RecordReadResult(of: $0, name: name) } ?? .missing)
      }
      return index
    } catch {
      return nil
    }
  }

  /// Loads a cached index before a write, so that the index can be updated with the changes.
  func loadIndex() {
    let isNeeded = content.index == nil && content.records == nil && !isIndexDisabled
    if isNeeded, source?.isCached == true { _ = indexed { _ in true } }
  }

  /// Saves the changes of the index to the cache, unless they include those of a dry run.
  func saveIndex() {
    guard let source, !hasPlannedIndexChanges, var index = content.index, index.isChanged else {
      return
    }
    content.index = nil
    source.save(&index)
    content.index = index
  }

  /// Updates the index for a planned change of a file.
  ///
  /// - Parameter created: the IDs of new records, which no other file can have.
  func planIndexUpdate(_ file: FileChange, creating created: Set<UUID>) {
    guard IndexLoader.isRecord(file.path), var index = content.index else { return }
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
      isIndexDisabled = true
    }
  }

  /// Updates the index for the files of a committed transaction.
  func updateIndexAfterCommit(_ paths: [String], _ changeGuard: ConcurrentChangeDetector) {
    guard let source, var index = content.index else { return }
    content.index = nil
    let paths = Set(paths.filter(IndexLoader.isRecord))
    let folders = Set(paths.map(StoreLayout.folder))
    do {
      let reader = try RecordFileReader(source.root)
      for path in paths {
        try index.update(path, reader.read(path))
      }
    } catch {
      return
    }
    for folder in folders.union(changeGuard.folders(in: source.root)) {
      guard let place = index.folder(at: folder) else { continue }
      let known = index.folders[place].fingerprint
      index.folders[place].fingerprint = changeGuard.fingerprint(
        of: "\(source.root)/\(folder)",
        since: known
      )
    }
    index.isChanged = true
    source.save(&index)
    content.index = index
  }
}

extension DirectorySnapshot {
  /// Finds records in the index and reads their files; returns nil if the caller must read all
  /// records.
  func found(
    _ query: (inout RecordIndex) throws(IndexUpdateError) -> [RecordIndex.IndexedFile]
  ) -> [DirectoryRecords.RecordFile]? {
    indexed { index throws(IndexUpdateError) in
      // If a file differs from the index, the index is corrected and the query runs again.
      for _ in 0..<4 {
        let files = try query(&index)
        switch try entries(of: files, &index) {
        case .all(let entries): return entries
        case .otherwise: continue
        case .unreadable: return nil
        }
      }
      return nil
    }
  }

  private enum EntryLookup {
    case all([DirectoryRecords.RecordFile])
    /// The files can't be used, since one of them differs from its row in the index.
    case otherwise
    case unreadable
  }

  private func entries(
    of files: [RecordIndex.IndexedFile],
    _ index: inout RecordIndex
  ) throws(IndexUpdateError) -> EntryLookup {
    var entries: [DirectoryRecords.RecordFile] = []
    var isCurrent = true
    for file in files {
      if let known = content.entries[file.row.id], known.path == file.path {
        entries.append(known)
        continue
      }
      let reading: RecordReadResult
      do throws(StoreError) {
        let (stored, text) = try reader.record(file.path)
        let entry = DirectoryRecords.RecordFile(path: file.path, stored: stored, text: text)
        let name = StoreLayout.name(ofFile: file.path)
        let row = IndexRow(stored.record, name: name, fingerprint: 0)
        if row.hasSameContent(as: file.row) {
          entries.append(entry)
          if content.entries.count < Self.maximumEntries { content.entries[row.id] = entry }
          continue
        }
        reading = .record(row)
      } catch {
        if error.failure(reading: file.path) != nil { return .unreadable }
        let isMissing = if case .system(let cause) = error { cause.isMissing } else { false }
        reading = isMissing ? .missing : .unusable(reason: error.reason, fingerprint: 0)
      }
      isCurrent = false
      do throws(IndexCorruptionError) { try index.update(file.path, reading) } catch {
        throw .damaged
      }
    }
    return isCurrent ? .all(entries) : .otherwise
  }

  /// The maximum number of records that a call keeps in memory to avoid reading their files twice.
  private static let maximumEntries = 1000
}
