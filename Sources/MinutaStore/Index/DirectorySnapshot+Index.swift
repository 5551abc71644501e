import Foundation
import MinutaCore
import SystemCalls

/// What the index answers, so that not all records need be read.
extension DirectorySnapshot {
  /// Asks the index; nil where there is none, so that all records have to be read.
  ///
  /// - Parameter query: gives nil where it cannot go on with the index.
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

  /// The index, which is nobody else's while it is used.
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
        try index.update(path, text.map { RecordReadResult(of: $0, name: name) } ?? .gone)
      }
      return index
    } catch {
      return nil
    }
  }

  /// Has the index at hand where there is one, so that it knows what is written.
  func loadIndex() {
    let isNeeded = content.index == nil && content.records == nil && !isIndexDisabled
    if isNeeded, source?.isCached == true { _ = indexed { _ in true } }
  }

  /// Puts into the cache what was found out about files, where that is how they lie on the disk.
  func saveIndex() {
    guard let source, !hasPlannedIndexChanges, var index = content.index, index.isChanged else {
      return
    }
    content.index = nil
    source.save(&index)
    content.index = index
  }

  /// Takes a file as it will be.
  ///
  /// - Parameter created: the ids that no other file can have.
  func planIndexUpdate(_ file: FileChange, creating created: Set<UUID>) {
    guard IndexLoader.isRecord(file.path), var index = content.index else { return }
    content.index = nil
    hasPlannedIndexChanges = true
    let name = StoreLayout.name(ofFile: file.path)
    let reading = file.after.map { RecordReadResult(of: $0, name: name) } ?? .gone
    var isOnly = false
    if case .record(let row) = reading { isOnly = created.contains(row.id) }
    do throws(IndexCorruptionError) {
      try index.update(file.path, reading, isOnly: isOnly)
      content.index = index
    } catch {
      isIndexDisabled = true
    }
  }

  /// Has the index know what a transaction has done to the folder.
  func updateIndexAfterCommit(_ paths: [String], _ changeGuard: DirectoryChangeGuard) {
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
      let known = index.folders[place].stamp
      index.folders[place].stamp = changeGuard.stamp(of: "\(source.root)/\(folder)", since: known)
    }
    index.isChanged = true
    source.save(&index)
    content.index = index
  }
}

extension DirectorySnapshot {
  /// The entries of records that the index finds, read from their files; nil where all records have
  /// to be read.
  func found(
    _ query: (inout RecordIndex) throws(IndexUpdateError) -> [RecordIndex.IndexedFile]
  ) -> [DirectoryRecords.RecordFile]? {
    indexed { index throws(IndexUpdateError) in
      // What turns out to be other than the index has it is asked for again.
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
    /// A file holds something else than the index has.
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
        let row = IndexRow(stored.record, name: name, stamp: 0)
        if row.hasSameContent(as: file.row) {
          entries.append(entry)
          if content.entries.count < Self.maximumEntries { content.entries[row.id] = entry }
          continue
        }
        reading = .record(row)
      } catch {
        if error.failure(reading: file.path) != nil { return .unreadable }
        let isGone = if case .system(let cause) = error { cause.isMissing } else { false }
        reading = isGone ? .gone : .unusable(reason: error.reason, stamp: 0)
      }
      isCurrent = false
      do throws(IndexCorruptionError) { try index.update(file.path, reading) } catch {
        throw .damaged
      }
    }
    return isCurrent ? .all(entries) : .otherwise
  }

  /// The entries that are kept, so that a file is not read twice in one call.
  private static let maximumEntries = 1000
}
