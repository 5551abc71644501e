import Foundation
import MinutaCore
import SystemCalls

/// What the index answers, so that not all records need be read.
extension FolderView {
  /// Asks the index; nil where there is none, so that all records have to be read.
  ///
  /// - Parameter query: gives nil where it cannot go on with the index.
  func indexed<Value>(
    _ query: (inout RecordIndex) throws(IndexFailure) -> Value?
  ) -> Value? {
    for isAfresh in [false, true] {
      guard let source, !hasGivenUpIndex, content.records == nil,
        var index = takeIndex(from: source, isAfresh: isAfresh)
      else { break }
      do throws(IndexFailure) {
        guard let value = try query(&index) else { break }
        content.index = index
        return value
      } catch {
        if case .system = error { break }
      }
    }
    if source != nil { hasGivenUpIndex = true }
    return nil
  }

  /// The index, which is nobody else's while it is used.
  private func takeIndex(from source: IndexSource, isAfresh: Bool) -> RecordIndex? {
    if !isAfresh, let index = content.index {
      content.index = nil
      return index
    }
    let overlay = reader.overlay.filter { $0.key.hasPrefix("\(StoreLayout.records)/") }
    guard var index = source.current(suspects, isAfresh: isAfresh) else { return nil }
    if overlay.isEmpty { return index }
    isIndexForeseen = true
    do throws(IndexDamage) {
      for (path, text) in overlay {
        let name = StoreLayout.name(ofFile: path)
        try index.take(path, text.map { FileReading(of: $0, name: name) } ?? .gone)
      }
      return index
    } catch {
      return nil
    }
  }

  /// Has the index at hand where there is one, so that it knows what is written.
  func loadIndex() {
    let isNeeded = content.index == nil && content.records == nil && !hasGivenUpIndex
    if isNeeded, source?.isKept == true { _ = indexed { _ in true } }
  }

  /// Puts into the cache what was found out about files, where that is how they lie on the disk.
  func keepIndex() {
    guard let source, !isIndexForeseen, var index = content.index, index.isChanged else { return }
    content.index = nil
    source.keep(&index)
    content.index = index
  }

  /// Takes a file as it will be.
  ///
  /// - Parameter created: the ids that no other file can have.
  func foreseeInIndex(_ file: FileChange, creating created: Set<UUID>) {
    guard IndexSource.isRecord(file.path), var index = content.index else { return }
    content.index = nil
    isIndexForeseen = true
    let name = StoreLayout.name(ofFile: file.path)
    let reading = file.after.map { FileReading(of: $0, name: name) } ?? .gone
    var isOnly = false
    if case .record(let row) = reading { isOnly = created.contains(row.id) }
    do throws(IndexDamage) {
      try index.take(file.path, reading, isOnly: isOnly)
      content.index = index
    } catch {
      hasGivenUpIndex = true
    }
  }

  /// Has the index know what a transaction has done to the folder.
  func commitToIndex(_ paths: [String], _ witness: FolderWitness) {
    guard let source, var index = content.index else { return }
    content.index = nil
    let paths = Set(paths.filter(IndexSource.isRecord))
    let folders = Set(paths.map(StoreLayout.folder))
    do {
      let reader = try RecordFiles(source.root)
      for path in paths {
        try index.take(path, reader.read(path))
      }
    } catch {
      return
    }
    for folder in folders.union(witness.folders(in: source.root)) {
      guard let place = index.folder(at: folder) else { continue }
      let known = index.folders[place].stamp
      index.folders[place].stamp = witness.stamp(of: "\(source.root)/\(folder)", since: known)
    }
    index.isChanged = true
    source.keep(&index)
    content.index = index
  }
}

extension FolderView {
  /// The entries of records that the index finds, read from their files; nil where all records have
  /// to be read.
  func found(
    _ query: (inout RecordIndex) throws(IndexFailure) -> [RecordIndex.File]
  ) -> [FolderRecords.Entry]? {
    indexed { index throws(IndexFailure) in
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

  private enum Found {
    case all([FolderRecords.Entry])
    /// A file holds something else than the index has.
    case otherwise
    case unreadable
  }

  private func entries(
    of files: [RecordIndex.File],
    _ index: inout RecordIndex
  ) throws(IndexFailure) -> Found {
    var entries: [FolderRecords.Entry] = []
    var isCurrent = true
    for file in files {
      if let known = content.entries[file.row.id], known.path == file.path {
        entries.append(known)
        continue
      }
      let reading: FileReading
      do throws(StoreError) {
        let (stored, text) = try reader.record(file.path)
        let entry = FolderRecords.Entry(path: file.path, stored: stored, text: text)
        let name = StoreLayout.name(ofFile: file.path)
        let row = IndexRow(stored.record, name: name, stamp: 0)
        if row.tellsSame(as: file.row) {
          entries.append(entry)
          if content.entries.count < Self.mostEntries { content.entries[row.id] = entry }
          continue
        }
        reading = .record(row)
      } catch {
        if error.failure(reading: file.path) != nil { return .unreadable }
        let isGone = if case .system(let cause) = error { cause.isMissing } else { false }
        reading = isGone ? .gone : .unusable(reason: error.reason, stamp: 0)
      }
      isCurrent = false
      do throws(IndexDamage) { try index.take(file.path, reading) } catch { throw .damaged }
    }
    return isCurrent ? .all(entries) : .otherwise
  }

  /// The entries that are kept, so that a file is not read twice in one call.
  private static let mostEntries = 1000
}
