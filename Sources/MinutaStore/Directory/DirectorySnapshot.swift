import Foundation
import JSONText
import MinutaCore
import SystemCalls

/// One state of the folder, read as far as it is asked for.
///
/// It lives within one call of the store and is used by that call alone.
final class DirectorySnapshot: StoreSnapshot {
  private var folder: DirectoryReader
  let journal: Journal
  let layout: MachineLayout
  let idempotencyIndex: IdempotencyIndex
  /// The calls of a rehearsal; the reader has their files already.
  let plannedChanges: PlannedChanges
  /// What has been read of the folder.
  var content: SnapshotContent
  var lastEntry: Int? { content.lastEntry }
  /// The number of the state that the content was handed over with.
  private let contentVersion: Int?
  private var problems: [SkippedFile] = []
  /// Gives the index; nil where all records are to be read.
  let source: IndexLoader?
  /// The files that have changed since a state that was kept.
  let changedFiles: IndexLoader.ChangedFiles
  /// Whether the system tells of every change, so that no file need be looked at.
  let isWatched: Bool
  /// Whether the index was tried in vain.
  var isIndexDisabled = false
  /// Whether the index has what is not on the disk.
  var hasPlannedIndexChanges = false

  init(
    reader: DirectoryReader,
    journal: Journal,
    layout: MachineLayout,
    idempotencyIndex: IdempotencyIndex,
    plannedChanges: PlannedChanges,
    content: SnapshotContent = SnapshotContent(),
    of state: Int? = nil,
    source: IndexLoader? = nil,
    changedFiles: IndexLoader.ChangedFiles = .files([])
  ) {
    folder = reader
    self.content = content
    contentVersion = state
    self.source = source
    self.changedFiles = changedFiles
    isWatched = content.isIndexChecked
    self.journal = journal
    self.layout = layout
    self.idempotencyIndex = idempotencyIndex
    self.plannedChanges = plannedChanges
    plannedPresence = plannedChanges.isTaken
  }

  /// Whether more was read than the journal, which only grows and is the same at any moment.
  private(set) var hasReadFolder = false

  /// The error that kept the journal from being read; only `doctor` can answer then.
  var journalFailure: TrackingError?

  /// Whether the findings name another user as the owner of the journal.
  private(set) var didReportForeignOwner = false

  /// Whether the journal was read.
  private(set) var hasReadJournal = false

  var reader: DirectoryReader {
    hasReadFolder = true
    return folder
  }

  private var records: DirectoryRecords {
    get {
      if let read = content.records { return read }
      let read = DirectoryRecords(reader)
      content.records = read
      failure = failure ?? read.failure
      return read
    }
    set { content.records = newValue }
  }

  /// All records by id.
  var entries: [UUID: DirectoryRecords.RecordFile] { records.entries }
  /// The files whose records have others, by path.
  var duplicates: [DirectoryRecords.RecordFile] { records.duplicates }
  /// What could not be looked into.
  var unlisted: [SkippedFile] { records.unlisted }
  /// The files that hold no record, by path.
  var unusable: [(path: String, error: StoreError)] { records.unusable }

  /// Takes files as they will be once a transaction is committed, so that another can be planned
  /// after it.
  ///
  /// - Parameter created: the ids that no other file can have.
  func planChanges(_ plan: ChangePlan, creating created: Set<UUID>) {
    for move in plan.moves {
      plannedPresence[move.from] = false
      plannedPresence[move.to] = true
    }
    for file in plan.files {
      folder.overlay[file.path] = .some(file.after)
      content.records?.apply(file)
      for text in [file.before, file.after] {
        if let id = DirectoryRecords.id(in: text) { content.entries[id] = nil }
      }
      planIndexUpdate(file, creating: created)
      if file.path == StoreLayout.tags { content.tags = nil }
    }
    for tag in plan.tags { content.tags?.stored.put(tag.after, under: tag.id) }
    hasPlannedTags = hasPlannedTags || !plan.tags.isEmpty
  }

  /// Whether tags will be other than their file has them.
  private var hasPlannedTags = false

  /// The change of the file of tags that the plans come to; nil where none changes a tag.
  func planTagList() throws(TrackingError) -> FileChange? {
    guard hasPlannedTags, let tags = content.tags else { return nil }
    let (path, text) = (StoreLayout.tags, tags.stored.text)
    if text.utf8.count > StoreLayout.tagsLimit {
      throw .storeUnwritable(path: path, reason: SystemError.tooLarge(path).reason)
    }
    content.tags?.text = text
    hasPlannedTags = false
    return FileChange(path: path, before: tags.text, after: text)
  }

  /// What kept the system from reading something that may well be whole.
  ///
  /// Who writes must not take what could not be read for something that is not there.
  private(set) var failure: TrackingError?

  private func setAside(_ path: String, _ error: StoreError) {
    failure = failure ?? error.failure(reading: path)
    problems.append(SkippedFile(path: path, reason: error.reason))
  }

  /// The content of a file of ours; nil where there is none.
  func text(of path: String) throws(TrackingError) -> String? {
    do throws(StoreError) {
      return try reader.text(of: path)
    } catch {
      throw .storeUnreadable(path: path, reason: error.reason)
    }
  }

  /// Whether something will lie where files are moved from and to.
  private var plannedPresence: [String: Bool]

  /// The files other than texts that are foreseen beside the records, and those that go there.
  var plannedFiles: (added: [String], removed: [String]) {
    let here = plannedPresence.filter {
      $0.key.hasPrefix("\(StoreLayout.records)/") && !$0.key.hasSuffix(".json")
    }
    return (here.filter(\.value).map(\.key), here.filter { !$0.value }.map(\.key))
  }

  func isTaken(_ path: String) throws(TrackingError) -> Bool {
    if let plannedPresence = plannedPresence[path] { return plannedPresence }
    do throws(SystemError) {
      return try reader.isTaken(path)
    } catch {
      throw .storeUnreadable(path: path, reason: error.reason)
    }
  }

  func runningRecords() -> [TimeRecord] {
    indexedRunning()?.map(\.stored.record) ?? records.running
  }

  func records(in range: TimeRange, now: Date) -> [TimeRecord] {
    let found = indexedRecords(in: range, now: now)?.map(\.stored.record) ?? records.sorted
    return found.filter { range.overlaps($0, now: now) }
  }

  func rows(
    in range: TimeRange,
    now: Date,
    columns: RowColumns,
    checking: FreshnessCheck
  ) -> any RowSource {
    if columns.isEmpty, let rows = indexedRows(in: range, now: now, checking: checking) {
      return rows
    }
    return RecordRows(records(in: range, now: now), now: now)
  }

  func verify() { verifyIndex() }

  /// The entry of a record.
  func entry(_ id: UUID) -> DirectoryRecords.RecordFile? {
    if content.records == nil, let known = content.entries[id] { return known }
    if let found = indexedEntries(from: id, through: id) { return found.first }
    return entries[id]
  }

  func record(_ id: UUID) -> TimeRecord? { entry(id)?.stored.record }

  func path(ofRecord id: UUID) -> String? { entry(id)?.path }

  func records(withPrefix prefix: String) -> [TimeRecord] {
    let (first, last) = UUID.bounds(ofPrefix: prefix)
    let found = indexedEntries(from: first, through: last)?.map(\.stored.record)
    return (found ?? records.sorted).filter { $0.hasID(withPrefix: prefix) }
  }

  func lastRecord(where isWanted: (UUID) -> Bool) -> TimeRecord? {
    if let found = indexedLast(where: isWanted) { return found.first?.stored.record }
    return records.sorted.last { isWanted($0.id) }
  }

  func deletedRecords() throws(TrackingError) -> [StoredEntity<TimeRecord>] {
    var records: [StoredEntity<TimeRecord>] = []
    for name in try reading({ _ throws(SystemError) in try reader.names(in: layout.trash) }) {
      let path = "\(layout.trash)/\(name)"
      do throws(StoreError) {
        let (stored, text) = try reader.record(path)
        if isIndexed(stored.record.id) ?? (entries[stored.record.id] != nil) { continue }
        records.append(StoredEntity(entity: stored.record, text: text))
      } catch {
        setAside(path, error)
      }
    }
    return records.sorted { TimeRecord.isBefore($0.entity, $1.entity) }
  }

  func reading<Value>(
    _ body: (Journal) throws(SystemError) -> Value
  ) throws(TrackingError) -> Value {
    hasReadJournal = true
    do throws(SystemError) {
      return try body(journal)
    } catch {
      throw .storeUnreadable(path: error.path ?? journal.folder, reason: error.reason)
    }
  }

  func findings() throws(TrackingError) -> [StoreFinding] {
    if let journalFailure {
      let found = try reading { _ throws(SystemError) in
        try DirectoryChecker.foreignFiles(in: reader, layout)
      }
      if found.isEmpty { throw journalFailure }
      didReportForeignOwner = true
      return found
    }
    verify()
    _ = entries
    if let failure { throw failure }
    return try reading { _ throws(SystemError) in
      var examination = try DirectoryChecker(self)
      return try examination.findings()
    }
  }

  func repaired(_ repairs: [StoreRepair]) -> any StoreSnapshot { after(repairs) }

  /// The folder as it is after repairs.
  func after(_ repairs: [StoreRepair]) -> DirectorySnapshot {
    var reader = reader
    for repair in repairs {
      // Nothing else is to take a place in the trash.
      for move in repair.moves where move.isFirst { reader.overlay[move.to] = .some("") }
      for move in repair.moves { reader.overlay[move.from] = .some(nil) }
      for text in repair.texts { reader.overlay[text.path] = .some(text.after) }
    }
    return DirectorySnapshot(
      reader: reader,
      journal: journal,
      layout: layout,
      idempotencyIndex: idempotencyIndex,
      plannedChanges: plannedChanges
    )
  }

  /// What was read beyond the content may be of a later state.
  var state: Int? { hasReadFolder || hasReadJournal ? nil : contentVersion }

  func skippedFiles() -> [SkippedFile] {
    let files =
      [content.tags?.problem].compactMap { $0 }
      + (content.records?.problems ?? content.index?.problems ?? []) + problems
    for file in files { file.log() }
    return files
  }
}
