import Foundation
import JSONText
import MinutaCore
import SystemCalls

/// One consistent state of the data directory, read lazily.
///
/// A snapshot belongs to one call of the store and must not outlive it.
final class DirectorySnapshot: StoreSnapshot {
  private var folder: DirectoryReader
  let journal: Journal
  let layout: MachineFileLayout
  let idempotencyIndex: IdempotencyIndex
  /// The changes of a dry run; their files are already in the reader's overlay.
  let plannedChanges: PlannedChanges
  /// The parts of the directory that have been read so far.
  var content: SnapshotContent
  var lastEntry: Int? { content.lastEntry }
  private var problems: [SkippedFile] = []
  let indexLoader: IndexLoader
  /// The files that have changed since the content was cached.
  let changedFiles: IndexLoader.ChangedFiles
  /// Whether the index contains planned changes, which are not on disk.
  var hasPlannedIndexChanges = false

  init(
    reader: DirectoryReader,
    journal: Journal,
    layout: MachineFileLayout,
    idempotencyIndex: IdempotencyIndex,
    plannedChanges: PlannedChanges,
    indexLoader: IndexLoader,
    content: SnapshotContent = SnapshotContent(),
    changedFiles: IndexLoader.ChangedFiles = .files([])
  ) {
    folder = reader
    self.content = content
    self.indexLoader = indexLoader
    self.changedFiles = changedFiles
    self.journal = journal
    self.layout = layout
    self.idempotencyIndex = idempotencyIndex
    self.plannedChanges = plannedChanges
  }

  /// Whether the snapshot read files other than the journal.
  ///
  /// The journal doesn't count, because only its newest file grows: reading it again gives the same
  /// entries. Whole old files may disappear; a reader that loses one stops there.
  private(set) var hasReadFolder = false

  /// The error that prevented reading the journal.
  ///
  /// Only `findings()` works in that case.
  var journalFailure: TrackingError?

  /// Whether `findings()` has reported that the journal belongs to another user.
  private(set) var didReportForeignOwner = false

  private(set) var hasReadJournal = false

  var reader: DirectoryReader {
    hasReadFolder = true
    return folder
  }

  /// The files that `findings()` has read, so that the call doesn't read all of them again.
  private(set) var checkedFiles: [UUID: RecordFile] = [:]

  /// Applies a plan to this snapshot, so that the next plan builds on its result.
  ///
  /// - Parameter created: the IDs of new records, which no other file can have.
  func planChanges(_ plan: FileChangePlan, creating created: Set<UUID>) {
    folder.overlay.apply(plan.files, plan.moves)
    checkedFiles = [:]
    for file in plan.files {
      for text in [file.before, file.after] where !content.entries.isEmpty {
        let json = text.flatMap { try? JSONValue(parsing: $0) }
        if let id = json?["id"]?.string.flatMap(UUID.of) { content.entries[id] = nil }
      }
      planIndexUpdate(file, creating: created)
    }
    let paths = plan.files.map(\.path) + plan.moves.map(\.from)
    // Conflict copies of the tag list make it unusable, so it is read again without them.
    if paths.contains(where: { $0 == StoreLayout.tags || StoreLayout.isTagsCopy($0) }) {
      content.tags = nil
    }
    for tag in plan.tags { content.tags?.stored.put(tag.after, under: tag.id) }
    hasPlannedTags = hasPlannedTags || !plan.tags.isEmpty
  }

  /// Whether planned changes affect the tag list.
  private var hasPlannedTags = false

  /// Returns the change of the tag list file that results from all plans; nil if no plan changes a
  /// tag.
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

  /// The first system error that prevented reading a file that may be valid.
  ///
  /// A writer must fail with this error, or it would treat unreadable data as missing.
  var failure: TrackingError? {
    get { ownFailure ?? repairedSnapshots.lazy.compactMap(\.failure).first }
    set { ownFailure = newValue }
  }
  private var ownFailure: TrackingError?
  /// The snapshots of the directory after repairs, whose errors count too.
  private var repairedSnapshots: [DirectorySnapshot] = []

  /// Records that a file can't be used.
  func skip(_ path: String, _ error: StoreError) {
    failure = failure ?? error.failure(reading: path)
    problems.append(SkippedFile(path: path, reason: error.reason))
  }

  /// Records that the index couldn't be read even after it was rebuilt.
  func noteCorruptIndex() {
    let file = SkippedFile(path: StoreLayout.records, reason: UnlistedPathReason.corruptIndex)
    problems.append(file)
    failure = failure ?? .storeUnreadable(path: file.path, reason: file.reason)
  }

  /// Returns the text of a file within the store; nil if the file is missing.
  func text(of path: String) throws(TrackingError) -> String? {
    do throws(StoreError) {
      return try reader.text(of: path)
    } catch {
      throw .storeUnreadable(path: path, reason: error.reason)
    }
  }

  func isTaken(_ path: String) throws(TrackingError) -> Bool {
    do throws(SystemError) {
      return try reader.isTaken(path)
    } catch {
      throw .storeUnreadable(path: path, reason: error.reason)
    }
  }

  func runningRecords() -> [TimeRecord] {
    indexedRunning().map(\.stored.record)
  }

  func records(in range: TimeRange, now: Date) -> [TimeRecord] {
    indexedRecords(in: range, now: now).map(\.stored.record)
      .filter { range.overlaps($0, now: now) }
  }

  func rows(
    in range: TimeRange,
    now: Date,
    columns: OptionalRowColumns,
    checking: FreshnessCheckScope
  ) -> any RecordRowSource {
    if columns.isEmpty, let rows = indexedRows(in: range, now: now, checking: checking) {
      return rows
    }
    return InMemoryRowSource(records(in: range, now: now), now: now)
  }

  /// Returns the file of the record with an ID; nil if there is none.
  func entry(_ id: UUID) -> RecordFile? {
    content.entries[id] ?? indexedEntry(id)
  }

  func record(_ id: UUID) -> TimeRecord? { entry(id)?.stored.record }

  func path(ofRecord id: UUID) -> String? { entry(id)?.path }

  func records(withPrefix prefix: String) -> [TimeRecord] {
    let (first, last) = UUID.bounds(ofPrefix: prefix)
    return indexedEntries(from: first, through: last).map(\.stored.record)
      .filter { $0.hasID(withPrefix: prefix) }
  }

  func lastRecord(where isWanted: (_ id: UUID, _ tag: UUID?) -> Bool) -> TimeRecord? {
    indexedLast(where: isWanted)?.stored.record
  }

  func deletedRecords() throws(TrackingError) -> [StoredEntity<TimeRecord>] {
    var records: [StoredEntity<TimeRecord>] = []
    for name in try reading({ _ throws(SystemError) in try reader.names(in: layout.trash) }) {
      let path = "\(layout.trash)/\(name)"
      do throws(StoreError) {
        let (stored, text) = try reader.record(path)
        if isIndexed(stored.record.id) { continue }
        records.append(StoredEntity(entity: stored.record, text: text))
      } catch {
        // Another process may have emptied the trash meanwhile.
        if case .system(let cause) = error, cause.isMissing { continue }
        skip(path, error)
      }
    }
    return records.sorted { TimeRecord.isBefore($0.entity, $1.entity) }
  }

  func isDeleted(_ id: UUID) throws(TrackingError) -> Bool {
    // Few records are in the trash, and looking there takes less time than searching the index.
    try isTaken(layout.trashed(id)) && !isIndexed(id)
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
    let files = RecordFileSet(of: self)
    if let failure { throw failure }
    checkedFiles = files.originals
    return try reading { _ throws(SystemError) in
      var examination = try DirectoryChecker(self, files)
      return try examination.findings()
    }
  }

  func invoices() throws(TrackingError) -> [String: String] {
    let folder = StoreLayout.invoices
    var texts: [String: String] = [:]
    for name in try reading({ _ throws(SystemError) in try reader.names(in: folder) }) {
      let (path, number) = ("\(folder)/\(name)", String(name.dropLast(".json".count)))
      do throws(StoreError) {
        texts[number] = try reader.text(of: path)
      } catch {
        skip(path, error)
        texts[number] = ""
      }
    }
    return texts
  }

  func isUnlocked(invoice number: String) -> Bool? {
    do throws(StoreError) {
      guard let text = try reader.text(of: StoreRepair.invoicePath(number)) else { return nil }
      return (try? JSONValue(parsing: text))?["unlocked"]?.bool ?? false
    } catch {
      // An invoice that can't be read is locked; the doctor names it.
      return false
    }
  }

  func repaired(_ repairs: [StoreRepair]) -> any StoreSnapshot { after(repairs) }

  /// Returns a snapshot of the directory as it will be after some repairs.
  func after(_ repairs: [StoreRepair]) -> DirectorySnapshot {
    var reader = reader
    for repair in repairs { reader.overlay.apply(repair.fileChanges, repair.fileMoves) }
    let repaired = DirectorySnapshot(
      reader: reader,
      journal: journal,
      layout: layout,
      idempotencyIndex: idempotencyIndex,
      plannedChanges: plannedChanges,
      indexLoader: indexLoader
    )
    repairedSnapshots.append(repaired)
    return repaired
  }

  func skippedFiles() -> [SkippedFile] {
    let files =
      [content.tags?.problem].compactMap { $0 } + (content.index?.problems ?? []) + problems
    for file in files { file.log() }
    return files
  }
}
