import Foundation
import MinutaCore
import SystemCalls

/// What is known of all files of records without reading them; it is never the truth.
struct RecordIndex: Sendable {
  var folders: [DirectoryIndex] = []
  /// The files that hold no record, by path.
  var unusable: [String: UnusableFile] = [:]
  /// The files whose records have others.
  private(set) var duplicates: [DuplicateFile] = []
  /// What could not be looked into.
  var unlisted: [SkippedFile] = []
  /// Whether it is other than it was in the cache.
  var isChanged = false
  /// The file of the cache that it was read from, or is to take the place of.
  var origin: FileStatus?

  struct UnusableFile: Sendable, Equatable {
    let reason: String
    let stamp: UInt64
  }

  /// A file whose record another file has.
  struct DuplicateFile: Sendable, Equatable {
    let id: UUID
    let path: String
    /// The later of the two paths, at which it was met.
    let foundAtPath: String
    let reason: String
  }

  init() {}

  init(
    folders: [DirectoryIndex],
    unusable: [String: UnusableFile],
    duplicates: [DuplicateFile],
    unlisted: [SkippedFile]
  ) {
    (self.folders, self.unusable) = (folders, unusable)
    (self.duplicates, self.unlisted) = (duplicates, unlisted)
  }

  var count: Int { folders.reduce(0) { $0 + $1.count } }

  /// Whether every file was read, and each is the only one of its record.
  var isIntact: Bool { unusable.isEmpty && duplicates.isEmpty && unlisted.isEmpty }

  /// What is told about the files, in the order in which all of them would be met.
  var problems: [SkippedFile] {
    if isIntact { return [] }
    let met =
      unusable.map { ($0.key, SkippedFile(path: $0.key, reason: $0.value.reason)) }
      + duplicates.map { ($0.foundAtPath, SkippedFile(path: $0.path, reason: $0.reason)) }
    return unlisted.sorted { Self.isListedBefore($0.path, $1.path) }
      + met.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// The order of a walk that goes down into each folder as it meets it.
  private static func isListedBefore(_ first: String, _ second: String) -> Bool {
    first.split(separator: "/").lexicographicallyPrecedes(second.split(separator: "/"))
  }

  func folder(at path: String) -> Int? { folders.firstIndex { $0.path == path } }

  /// Takes a file as it is now.
  ///
  /// - Parameter isOnly: whether no other file can have its record.
  mutating func update(
    _ path: String,
    _ reading: RecordReadResult,
    isOnly: Bool = false
  ) throws(IndexCorruptionError) {
    let (folderPath, name) = (StoreLayout.folder(ofFile: path), StoreLayout.name(ofFile: path))
    var ids: Set<UUID> = []
    var index = folder(at: folderPath)
    if let index, let place = try folders[index].place(ofName: name) {
      let old = try folders[index].row(at: place)
      if case .record(var row) = reading, row.id == old.id, row.start == old.start {
        row.isDuplicate = old.isDuplicate
        if row == old { return }
        folders[index].remove(at: place)
        folders[index].add(row)
        isChanged = true
        return
      }
      folders[index].remove(at: place)
      ids.insert(old.id)
    } else if case .unusable(let reason, let stamp) = reading,
      unusable[path] == UnusableFile(reason: reason, stamp: stamp)
    {
      return
    }
    unusable[path] = nil
    switch reading {
    case .gone: break
    case .unusable(let reason, let stamp):
      unusable[path] = UnusableFile(reason: reason, stamp: stamp)
    case .record(let row):
      if index == nil {
        index = folders.count
        folders.append(DirectoryIndex(path: folderPath, stamp: 0))
      }
      if let index { folders[index].add(row) }
      if !isOnly { ids.insert(row.id) }
    }
    isChanged = true
    for id in ids { try resolveDuplicates(id) }
  }

  /// Forgets a folder with those below it.
  mutating func removeFolder(_ path: String) throws(IndexCorruptionError) {
    let isBelow = { (other: String) in other == path || other.hasPrefix("\(path)/") }
    folders.removeAll { isBelow($0.path) }
    for file in unusable.keys where isBelow(StoreLayout.folder(ofFile: file)) {
      unusable[file] = nil
    }
    unlisted.removeAll { isBelow($0.path) }
    isChanged = true
    for id in Set(duplicates.map(\.id)) { try resolveDuplicates(id) }
  }

  /// Which of the files of one id is the record's own.
  mutating func resolveDuplicates(_ id: UUID) throws(IndexCorruptionError) {
    duplicates.removeAll { $0.id == id }
    var files: [(path: String, row: IndexRow)] = []
    for folder in folders {
      for place in try folder.places(from: id, through: id) {
        let row = try folder.row(at: place)
        files.append((folder.filePath(row), row))
      }
    }
    files.sort { $0.path < $1.path }
    guard var kept = files.first else { return }
    for file in files.dropFirst() {
      let isBetter = Self.rank(file) > Self.rank(kept)
      let other = isBetter ? kept : file
      if isBetter { kept = file }
      duplicates.append(
        DuplicateFile(
          id: id,
          path: other.path,
          foundAtPath: file.path,
          reason: StoreError.sameID(as: kept.path).reason
        )
      )
    }
    for file in files where file.row.isDuplicate != (file.path != kept.path) {
      try setDuplicate(file.path, file.path != kept.path)
    }
  }

  private static func rank(_ file: (path: String, row: IndexRow)) -> Int {
    DirectoryRecords.rank(file.path, of: file.row.record)
  }

  private mutating func setDuplicate(_ path: String, _ isDuplicate: Bool)
    throws(IndexCorruptionError)
  {
    let name = StoreLayout.name(ofFile: path)
    guard
      let index = folder(at: StoreLayout.folder(ofFile: path)),
      let place = try folders[index].place(ofName: name)
    else { throw IndexCorruptionError() }
    var row = try folders[index].row(at: place)
    row.isDuplicate = isDuplicate
    folders[index].remove(at: place)
    folders[index].add(row)
    isChanged = true
  }
}
