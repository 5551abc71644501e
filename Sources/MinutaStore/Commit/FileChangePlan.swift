import Foundation
import JSONText
import MinutaCore
import SystemCalls

/// Translates a transaction's changes of records, tags and images into changes of files.
struct FileChangePlan {
  private(set) var files: [FileChange] = []
  private(set) var tags: [TagChange] = []
  private(set) var moves: [FileMove] = []
  /// The new images, which are written under temporary names before the commit.
  private(set) var images: [StagedImage] = []

  /// The files that repairs change, by path: the index in `files`, and the path of the file whose
  /// problem is repaired.
  private var repaired: [String: (index: Int, subject: String)] = [:]
  /// The paths at which the transaction writes records, by record ID.
  private var paths: [UUID: String] = [:]
  private let snapshot: DirectorySnapshot
  private let layout: MachineFileLayout
  private let changes: StoreChanges

  /// Creates a plan that applies `changes` to `snapshot`.
  init(
    _ changes: StoreChanges,
    over snapshot: DirectorySnapshot,
    in layout: MachineFileLayout
  ) throws(TrackingError) {
    self.changes = changes
    self.snapshot = changes.repairs.isEmpty ? snapshot : snapshot.after(changes.repairs)
    self.layout = layout
    for repair in changes.repairs { plan(repair) }
    try planTags()
    for id in changes.records.keys.sorted(by: { $0.text < $1.text }) {
      try plan(id, changedTo: changes.records[id] ?? nil)
    }
    let plan = try ImageMovePlan(changes, over: self.snapshot, in: layout, paths: paths)
    moves += plan.moves
    images = plan.staged
    try planIncoming()
  }

  /// Returns the planned moves, without those of leftover temporary files that this transaction
  /// overwrites because its own temporary files have the same names.
  ///
  /// - Parameter sequence: the sequence number of the transaction's last journal entry.
  func moves(of sequence: Int) -> [FileMove] {
    if moves.isEmpty { return [] }
    let paths = files.map(\.path) + (changes.hasTags ? [StoreLayout.tags] : [])
    let temporaries = Set(paths.map { TransactionPaths($0, of: sequence).temporary })
    return moves.filter { !temporaries.contains($0.from) }
  }

  private mutating func plan(_ repair: StoreRepair) {
    for change in repair.fileChanges { add(change, of: repair.subject) }
    moves += repair.fileMoves
  }

  private mutating func planIncoming() throws(TrackingError) {
    if changes.incoming.isEmpty { return }
    let plan = try IncomingFilePlan(changes.incoming, over: snapshot, in: layout)
    if let tags = plan.tags { add(tags, of: StoreLayout.tags) }
    files += plan.files
    moves += plan.moves
    images += plan.images
  }

  /// Adds the change of a file.
  ///
  /// If a repair already changes the file, both changes become one.
  private mutating func add(_ change: FileChange, of subject: String? = nil) {
    if let known = repaired[change.path] {
      files[known.index].after = change.after
      return
    }
    var change = change
    change.repair = subject
    if let subject { repaired[change.path] = (files.count, subject) }
    files.append(change)
  }

  private mutating func planTags() throws(TrackingError) {
    if !changes.hasTags { return }
    var stored = try snapshot.writableTags()
    let saved = changes.tags.map { stored.change(saving: $0, putBack: changes.texts[$0.id]) }
    let deleted = changes.deletedTags.sorted { $0.text < $1.text }.map {
      TagChange(id: $0, before: stored.text(of: $0), after: nil)
    }
    tags = (saved + deleted).filter { $0.before != $0.after }
    guard let repair = repaired[StoreLayout.tags] else { return }
    // The repair's journal entry contains the whole `tags.json`, so include the tag changes in it.
    for tag in tags { stored.put(tag.after, under: tag.id) }
    tags = []
    files[repair.index].after = try fileText(
      stored.contents,
      StoreLayout.tags,
      limit: StoreLayout.tagsLimit
    )
  }

  private mutating func plan(
    _ id: UUID,
    changedTo record: TimeRecord?
  ) throws(TrackingError) {
    let entry = changes.createdRecords.contains(id) ? nil : snapshot.entry(id)
    guard let record else {
      if let entry { try planDeletion(of: entry) }
      return
    }
    let path = try path(for: record, existing: entry)
    let text = try text(of: record, at: path, existing: entry)
    paths[id] = path
    if let entry, entry.path != path {
      let subject = repaired[entry.path]?.subject
      add(FileChange(path: entry.path, before: entry.text, after: nil))
      add(FileChange(path: path, before: nil, after: text), of: subject)
    } else {
      add(FileChange(path: path, before: entry?.text, after: text))
    }
    if entry == nil, !changes.createdRecords.contains(id) { try planRestore(of: id) }
  }

  private func text(
    of record: TimeRecord,
    at path: String,
    existing entry: RecordFile?
  ) throws(TrackingError) -> String {
    var stored = entry?.stored
    if let base = changes.texts[record.id]?.base(now: entry?.text),
      let json = try? JSONValue(parsing: base), let read = try? StoredRecord(json: json)
    {
      // If undo restores an earlier version, use the exact bytes of its file.
      if read.record == record { return base }
      stored = read
    }
    let json = stored?.json(changedTo: record) ?? StoredRecord.json(of: record)
    return try fileText(.object(json), path, limit: StoreLayout.recordLimit)
  }

  /// Plans to move a deleted record to the trash, where it stays until it is restored.
  private mutating func planDeletion(of entry: RecordFile) throws(TrackingError) {
    files.append(FileChange(path: entry.path, before: entry.text, after: nil))
    let trash = layout.trashed(entry.stored.record.id)
    files.append(FileChange(path: trash, before: try snapshot.text(of: trash), after: entry.text))
  }

  private mutating func planRestore(of id: UUID) throws(TrackingError) {
    let trash = layout.trashed(id)
    guard let text = try snapshot.text(of: trash) else { return }
    files.append(FileChange(path: trash, before: text, after: nil))
  }

  /// Returns the path for a record's file: the current path, or the first free path if the record is
  /// new or its start has changed.
  private func path(
    for record: TimeRecord,
    existing entry: RecordFile?
  ) throws(TrackingError) -> String {
    if let entry, entry.stored.record.startTime == record.startTime { return entry.path }
    let folder = StoreLayout.folder(of: record)
    let paths = StoreLayout.names(of: record).map { "\(folder)/\($0)" }
    for path in paths.dropLast() {
      let isPlanned =
        files.contains { $0.path == path } || moves.contains { $0.isFirst && $0.from == path }
      if !isPlanned, try !snapshot.isTaken(path) { return path }
    }
    return paths[paths.count - 1]
  }

  /// Returns `json` as the text of a file; throws an error if it is too large to be read again.
  private func fileText(
    _ json: JSONValue,
    _ path: String,
    limit: Int
  ) throws(TrackingError) -> String {
    let text = json.text(.indented)
    if text.utf8.count > limit {
      throw .storeUnwritable(path: path, reason: SystemError.tooLarge(path).reason)
    }
    return text
  }
}

extension StoreRepair {
  var fileChanges: [FileChange] {
    texts.map { FileChange(path: $0.path, before: $0.before, after: $0.after) }
  }

  var fileMoves: [FileMove] {
    moves.map { FileMove(from: $0.from, to: $0.to, repair: subject, isFirst: $0.isFirst) }
  }
}
