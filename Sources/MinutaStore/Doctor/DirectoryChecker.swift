import Foundation
import JSONText
import MinutaCore
import SystemCalls

/// Finds problems in a data directory and plans their repairs.
struct DirectoryChecker {
  let snapshot: DirectorySnapshot
  let files: RecordFileSet
  let journalVersions: JournalVersionIndex
  /// Whether `tags.json` is missing although there is evidence of tags in the journal.
  let isTagListMissing: Bool
  /// Whether copies are merged without asking, so that only certain knowledge may decide.
  private let isAutomatic: Bool
  var found: [StoreFinding] = []
  /// The paths and IDs that the repairs planned so far in this check will use.
  private var reserved: Set<String> = []
  private var reservedIDs: Set<UUID> = []

  var reader: DirectoryReader { snapshot.reader }

  init(_ snapshot: DirectorySnapshot, _ files: RecordFileSet) throws(SystemError) {
    (self.snapshot, self.files, isAutomatic) = (snapshot, files, false)
    let conflicts = files.unusable.compactMap { try? snapshot.reader.text(of: $0.path) }
      .filter(GitConflict.hasMarkers).compactMap(GitConflict.init)
    isTagListMissing = try Self.isTagListMissing(snapshot)
    journalVersions = try JournalVersionIndex(
      snapshot.journal,
      paths: Set(files.unusable.map(\.path)),
      records: Set(
        files.duplicates.map(\.stored.record.id)
          + conflicts.compactMap { Self.record($0.ours)?.stored.record.id }
      ),
      readsTags: isTagListMissing || snapshot.tags().problem != nil
    )
  }

  /// Creates a checker for conflict copies only.
  ///
  /// - Parameter readsTags: whether there are conflict copies of `tags.json`.
  init(
    copiesIn snapshot: DirectorySnapshot,
    _ files: RecordFileSet,
    readsTags: Bool
  ) throws(SystemError) {
    (self.snapshot, self.files, isAutomatic) = (snapshot, files, true)
    isTagListMissing = false
    journalVersions = try JournalVersionIndex(
      snapshot.journal,
      paths: [],
      records: Set(files.duplicates.map(\.stored.record.id)),
      readsTags: readsTags
    )
  }

  private static func isTagListMissing(_ snapshot: DirectorySnapshot) throws(SystemError) -> Bool {
    if try snapshot.reader.isTaken(StoreLayout.tags) { return false }
    if snapshot.tags().problem != nil { return true }
    return try snapshot.reader.expectsTags(snapshot.journal)
  }

  /// Returns the common ancestor of a copy of a record and the record's file; nil if unknown.
  func base(of copy: JSONObject, beside file: JSONObject, ofRecord id: UUID) -> MergeBase? {
    let history = journalVersions.history(ofRecord: id)
    return isAutomatic
      ? history.ownBase(of: copy, beside: file) : history.base(of: copy, beside: file)
  }

  /// Returns all findings of the check, sorted by file.
  mutating func findings() throws(SystemError) -> [StoreFinding] {
    try findDuplicates()
    try findUnusable()
    try findTagListCopies()
    try findNonRecordFiles()
    try findOpenTransactions()
    try findForeignOwners()
    try findSyncProblems()
    return found.sorted { ($0.file ?? "") < ($1.file ?? "") }
  }

  /// Reserves an ID for a repair; returns false if it is already in use.
  mutating func reserve(_ id: UUID) -> Bool {
    files.originals[id] == nil && reservedIDs.insert(id).inserted
  }

  /// Reserves a free path in `folder` with one of the record's regular names; returns nil if all
  /// are taken.
  mutating func unusedPath(
    of record: TimeRecord,
    in folder: String
  ) throws(SystemError) -> String? {
    for name in StoreLayout.names(of: record) {
      let path = "\(folder)/\(name)"
      if try !reader.isTaken(path), reserved.insert(path).inserted { return path }
    }
    return nil
  }

  /// Returns a move of an obsolete file to a free path in the trash.
  mutating func trash(_ path: String) throws(SystemError) -> StoreRepair.StoreFileMove {
    var number = 1
    while true {
      let place = snapshot.layout.trashed(file: path, number: number)
      if try !reader.isTaken(place), reserved.insert(place).inserted {
        return StoreRepair.StoreFileMove(from: path, to: place)
      }
      number += 1
    }
  }

  /// Returns a repair that moves a file to the trash and writes `text` in its place.
  mutating func replacing(_ path: String, by text: String) throws(SystemError) -> StoreRepair {
    StoreRepair(
      of: path,
      texts: [StoreRepair.TextFileChange(path: path, before: nil, after: text)],
      moves: [try trash(path)]
    )
  }

  /// Parses the text of a record's file; nil if it isn't a record.
  static func record(_ text: String) -> (stored: StoredRecord, json: JSONObject)? {
    guard
      let json = try? JSONValue(parsing: text), let object = json.object,
      let stored = try? StoredRecord(json: json)
    else { return nil }
    return (stored, object)
  }
}
