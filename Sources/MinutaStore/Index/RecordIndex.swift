import Foundation
import MinutaCore
import SystemCalls

/// An index of all record files.
///
/// It is only a cache: where the index and a file differ, the file is right.
struct RecordIndex: Sendable {
  var folders: [DirectoryIndex] = []
  /// The files that don't contain a valid record, by path.
  var unusable: [String: UnusableFile] = [:]
  /// The files whose record ID another file also has, except the originals.
  private(set) var duplicates: [DuplicateFile] = []
  /// The directories and links below `records` that can't be listed.
  var unlisted: [SkippedFile] = []
  /// The first system error that prevented reading a file or directory that may be valid.
  ///
  /// An index with such a gap is not cached.
  private(set) var failure: TrackingError?
  /// The place in `folders` of the directory in which a record was last found by its ID.
  ///
  /// It may be out of bounds after directories were removed.
  var lastFolder = 0
  /// Whether the index differs from its version in the cache.
  var isChanged = false
  /// The status of the header file that this index was read from, or that it replaces.
  var origin: FileStatus?

  struct UnusableFile: Sendable, Equatable {
    let reason: String
    let fingerprint: UInt64
  }

  /// A file whose record ID another file, the original, also has.
  struct DuplicateFile: Sendable, Equatable {
    let id: UUID
    let path: String
    /// The path by which the duplicate is sorted among the problems: of the paths of the original and
    /// the duplicate, the later one.
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

  /// Whether every file was read and no two files have the same record ID.
  var isIntact: Bool {
    failure == nil && unusable.isEmpty && duplicates.isEmpty && unlisted.isEmpty
  }

  /// The problems of all files: first those of directories, then those of files, sorted by path.
  var problems: [SkippedFile] {
    if isIntact { return [] }
    let fileProblems =
      unusable.map { ($0.key, SkippedFile(path: $0.key, reason: $0.value.reason)) }
      + duplicates.map { ($0.foundAtPath, SkippedFile(path: $0.path, reason: $0.reason)) }
    return unlisted.sorted { Self.isListedBefore($0.path, $1.path) }
      + fileProblems.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// Returns whether a depth-first walk visits the first path before the second.
  private static func isListedBefore(_ first: String, _ second: String) -> Bool {
    first.split(separator: "/").lexicographicallyPrecedes(second.split(separator: "/"))
  }

  func folder(at path: String) -> Int? { folders.firstIndex { $0.path == path } }

  /// Records that the system prevented reading a path.
  mutating func noteFailure(at path: String, _ error: SystemError) {
    unlisted.append(SkippedFile(path: path, reason: error.reason))
    failure = failure ?? .storeUnreadable(path: path, reason: error.reason)
  }

  /// Records the error that prevented listing a directory completely, if any.
  mutating func noteFailure(of listing: DirectoryListing) {
    guard failure == nil, let error = listing.failure else { return }
    failure = .storeUnreadable(path: error.path ?? listing.path, reason: error.reason)
  }

  /// Updates the index with the current content of a file.
  ///
  /// - Parameter isOnly: whether no other file can have the same record ID, so there is no
  ///   duplicate.
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
    } else if case .unusable(let reason, let fingerprint) = reading,
      unusable[path] == UnusableFile(reason: reason, fingerprint: fingerprint)
    {
      return
    }
    unusable[path] = nil
    switch reading {
    case .missing: break
    case .unusable(let reason, let fingerprint):
      unusable[path] = UnusableFile(reason: reason, fingerprint: fingerprint)
    case .unreadable(let error):
      unusable[path] = UnusableFile(reason: error.reason, fingerprint: 0)
      failure = failure ?? .storeUnreadable(path: path, reason: error.reason)
    case .record(let row):
      if index == nil {
        index = folders.count
        folders.append(DirectoryIndex(path: folderPath, fingerprint: 0))
      }
      if let index { folders[index].add(row) }
      if !isOnly { ids.insert(row.id) }
    }
    isChanged = true
    for id in ids { try resolveDuplicates(id) }
  }

  /// Removes a directory and its subdirectories from the index.
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

  /// Decides which file with an ID is the original, and marks the others as duplicates.
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

  /// Returns a rank by which the original is chosen among several files with the same record ID.
  ///
  /// The file with the highest rank is the original.
  private static func rank(_ file: (path: String, row: IndexRow)) -> Int {
    // The name of a conflict copy shows that a sync program copied the original.
    if ConflictCopyName(file.path) != nil { return 0 }
    let names = StoreLayout.names(of: file.row.record)
    return names.contains { file.path.hasSuffix("/\($0)") } ? 2 : 1
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
