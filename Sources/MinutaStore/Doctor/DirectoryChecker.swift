import Foundation
import JSONText
import MinutaCore
import SystemCalls

/// Looks for what is wrong with a folder, and plans what can be done about it.
struct DirectoryChecker {
  let view: DirectorySnapshot
  let otherFiles: NonRecordFiles
  let journalVersions: JournalVersionIndex
  /// Whether the file of the tags is not there although there are tags.
  let isTagListMissing: Bool
  var found: [StoreFinding] = []
  /// The names and the ids that a repair of this examination gives.
  private var reserved: Set<String> = []
  private var reservedIDs: Set<UUID> = []

  var reader: DirectoryReader { view.reader }

  init(_ view: DirectorySnapshot) throws(SystemError) {
    self.view = view
    otherFiles = try NonRecordFiles(view.reader)
    let marked = view.unusable.compactMap { try? view.reader.text(of: $0.path) }
      .filter(GitConflict.isMarked).compactMap(GitConflict.init)
    isTagListMissing = try Self.isTagListMissing(view)
    journalVersions = try JournalVersionIndex(
      view.journal,
      paths: Set(view.unusable.map(\.path)),
      records: Set(
        view.duplicates.map(\.stored.record.id)
          + marked.compactMap { Self.record($0.ours)?.stored.record.id }
      ),
      readsTags: isTagListMissing || view.tags().problem != nil
    )
  }

  private static func isTagListMissing(_ view: DirectorySnapshot) throws(SystemError) -> Bool {
    if try view.reader.isTaken(StoreLayout.tags) { return false }
    if view.tags().problem != nil { return true }
    return try view.reader.expectsTags(view.journal)
  }

  /// Everything that is wrong, by file.
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

  /// Whether a repair may give a record this id, which no other has.
  mutating func reserve(_ id: UUID) -> Bool {
    view.entries[id] == nil && reservedIDs.insert(id).inserted
  }

  /// A free name of a record's own in a folder; nil where all are taken.
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

  /// The move of a superseded file into the trash.
  mutating func trash(_ path: String) throws(SystemError) -> StoreRepair.PathMove {
    var number = 1
    while true {
      let place = view.layout.trashed(file: path, number: number)
      if try !reader.isTaken(place), reserved.insert(place).inserted {
        return StoreRepair.PathMove(from: path, to: place)
      }
      number += 1
    }
  }

  /// What puts a text into the place of a file, which goes into the trash.
  mutating func replacing(_ path: String, by text: String) throws(SystemError) -> StoreRepair {
    StoreRepair(
      of: path,
      texts: [StoreRepair.TextChange(path: path, before: nil, after: text)],
      moves: [try trash(path)]
    )
  }

  /// The text read as a record; nil where it is none.
  static func record(_ text: String) -> (stored: StoredRecord, json: JSONObject)? {
    guard
      let json = try? JSONValue(parsing: text), let object = json.object,
      let stored = try? StoredRecord(json: json)
    else { return nil }
    return (stored, object)
  }
}
