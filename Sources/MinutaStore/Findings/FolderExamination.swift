import Foundation
import JSONText
import MinutaCore
import SystemCalls

/// Looks for what is wrong with a folder, and plans what can be done about it.
struct FolderExamination {
  let view: FolderView
  let otherFiles: OtherFiles
  let memory: JournalMemory
  /// Whether the file of the tags is not there although there are tags.
  let missesTags: Bool
  var found: [Finding] = []
  /// The names and the ids that a repair of this examination gives.
  private var claimed: Set<String> = []
  private var claimedIDs: Set<UUID> = []

  var reader: FolderReader { view.reader }

  init(_ view: FolderView) throws(SystemError) {
    self.view = view
    otherFiles = try OtherFiles(view.reader)
    let marked = view.unusable.compactMap { try? view.reader.text(of: $0.path) }
      .filter(GitConflict.isMarked).compactMap(GitConflict.init)
    missesTags = try Self.missesTags(view)
    memory = try JournalMemory(
      view.journal,
      paths: Set(view.unusable.map(\.path)),
      records: Set(
        view.duplicates.map(\.stored.record.id)
          + marked.compactMap { Self.record($0.ours)?.stored.record.id }
      ),
      readsTags: missesTags || view.tags().problem != nil
    )
  }

  private static func missesTags(_ view: FolderView) throws(SystemError) -> Bool {
    if try view.reader.isTaken(StoreLayout.tags) { return false }
    if view.tags().problem != nil { return true }
    return try view.reader.hasKnownTags(view.journal)
  }

  /// Everything that is wrong, by file.
  mutating func findings() throws(SystemError) -> [Finding] {
    try findDuplicates()
    try findUnusable()
    try findTagsCopies()
    try findBesideRecords()
    try findOpenTransactions()
    try findOwners()
    try findSyncs()
    return found.sorted { ($0.file ?? "") < ($1.file ?? "") }
  }

  /// Whether a repair may give a record this id, which no other has.
  mutating func claim(_ id: UUID) -> Bool {
    view.entries[id] == nil && claimedIDs.insert(id).inserted
  }

  /// A free name of a record's own in a folder; nil where all are taken.
  mutating func ownPath(
    of record: TimeRecord,
    in folder: String
  ) throws(SystemError) -> String? {
    for name in StoreLayout.names(of: record) {
      let path = "\(folder)/\(name)"
      if try !reader.isTaken(path), claimed.insert(path).inserted { return path }
    }
    return nil
  }

  /// The move of a superseded file into the trash.
  mutating func trash(_ path: String) throws(SystemError) -> StoreRepair.Move {
    var number = 1
    while true {
      let place = view.layout.trashed(file: path, number: number)
      if try !reader.isTaken(place), claimed.insert(place).inserted {
        return StoreRepair.Move(from: path, to: place)
      }
      number += 1
    }
  }

  /// What puts a text into the place of a file, which goes into the trash.
  mutating func replacing(_ path: String, by text: String) throws(SystemError) -> StoreRepair {
    StoreRepair(
      of: path,
      texts: [StoreRepair.Text(path: path, before: nil, after: text)],
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
