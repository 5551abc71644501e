import Foundation
import JSONText
import MinutaCore
import SystemCalls

/// One state of the folder, read as far as it is asked for.
///
/// It lives within one call of the store and is used by that call alone.
final class FolderView: StoreView {
  struct Entry {
    let path: String
    let stored: StoredRecord
    /// The content of the file.
    let text: String

    /// How likely the file is to be the record's own among those of one id.
    var rank: Int {
      // A copy that a sync made has a name of its own.
      if ConflictName(path) != nil { return 0 }
      return StoreLayout.names(of: stored.record).contains { path.hasSuffix("/\($0)") } ? 2 : 1
    }
  }

  private var folder: FolderReader
  let journal: Journal
  let layout: MachineLayout
  private let keptAnswers: KeptAnswers
  /// What is rehearsed; the reader has its files already.
  private let foresight: Foresight
  private var problems: [SetAsideFile] = []
  private lazy var storedTags: Result<(tags: StoredTags, text: String?), StoreError> = readTags()

  init(
    reader: FolderReader,
    journal: Journal,
    layout: MachineLayout,
    keptAnswers: KeptAnswers,
    foresight: Foresight
  ) {
    folder = reader
    self.journal = journal
    self.layout = layout
    self.keptAnswers = keptAnswers
    self.foresight = foresight
    isForeseen = foresight.isTaken
  }

  /// Whether more was read than the journal, which only grows and is the same at any moment.
  private(set) var hasReadFolder = false

  var reader: FolderReader {
    hasReadFolder = true
    return folder
  }

  /// The files whose records have others, by path.
  private(set) var duplicates: [Entry] = []
  /// What could not be looked into.
  private(set) var unlisted: [SetAsideFile] = []
  /// The files that hold no record, by path.
  private(set) var unusable: [(path: String, error: StoreError)] = []

  /// All records by id.
  var entries: [UUID: Entry] {
    if let entriesRead { return entriesRead }
    let entries = readEntries()
    entriesRead = entries
    return entries
  }

  private var entriesRead: [UUID: Entry]?

  private lazy var sorted: [TimeRecord] =
    entries.values.map(\.stored.record).sorted(by: TimeRecord.isBefore)

  private lazy var running: [TimeRecord] =
    entries.values.lazy.map(\.stored.record).filter(\.isRunning).sorted(by: TimeRecord.isBefore)

  /// Takes files as they will be once a transaction is committed, so that another can be planned
  /// after it.
  func foresee(_ files: [FileChange], _ moves: [FileMove]) {
    for move in moves {
      isForeseen[move.from] = false
      isForeseen[move.to] = true
    }
    for file in files {
      folder.overlay[file.path] = .some(file.after)
      if file.path == StoreLayout.tags { storedTags = readTags() }
    }
    guard entriesRead != nil else { return }
    for file in files where file.path.hasPrefix("\(StoreLayout.records)/") {
      if let id = Self.id(in: file.before), entriesRead?[id]?.path == file.path {
        entriesRead?[id] = nil
      }
      guard let text = file.after, let (stored, _) = try? reader.record(file.path) else { continue }
      entriesRead?[stored.record.id] = Entry(path: file.path, stored: stored, text: text)
    }
  }

  private static func id(in text: String?) -> UUID? {
    text.flatMap { (try? JSONValue(parsing: $0))?["id"]?.string }.flatMap(UUID.init)
  }

  /// What kept the system from reading something that may well be whole.
  ///
  /// Who writes must not take what could not be read for something that is not there.
  private(set) var failure: TrackingError?

  private func readEntries() -> [UUID: Entry] {
    let paths: [String]
    do throws(SystemError) {
      let (found, unreadable) = try reader.recordPaths()
      paths = found
      unlisted = unreadable
      problems += unreadable
    } catch {
      let path = error.path ?? StoreLayout.records
      failure = .storeUnreadable(path: path, reason: error.reason)
      problems.append(SetAsideFile(path: path, reason: error.reason))
      return [:]
    }
    var entries: [UUID: Entry] = [:]
    for path in paths {
      do throws(StoreError) {
        let (stored, text) = try reader.record(path)
        let entry = Entry(path: path, stored: stored, text: text)
        let id = stored.record.id
        guard let other = entries[id] else {
          entries[id] = entry
          continue
        }
        let (kept, left) = entry.rank > other.rank ? (entry, other) : (other, entry)
        entries[id] = kept
        duplicates.append(left)
        let reason = StoreError.sameID(as: kept.path).reason
        problems.append(SetAsideFile(path: left.path, reason: reason))
      } catch {
        unusable.append((path, error))
        setAside(path, error)
      }
    }
    return entries
  }

  private func setAside(_ path: String, _ error: StoreError) {
    if case .system(let cause) = error, cause.isOfTheSystem {
      failure = .storeUnreadable(path: path, reason: error.reason)
    }
    problems.append(SetAsideFile(path: path, reason: error.reason))
  }

  private func readTags() -> Result<(tags: StoredTags, text: String?), StoreError> {
    do throws(StoreError) {
      guard let read = try reader.tags() else { return .success((StoredTags(), nil)) }
      return .success((read.tags, read.text))
    } catch {
      problems.append(Self.problem(error))
      return .failure(error)
    }
  }

  func tags() -> TagList { tagList }

  private lazy var tagList: TagList =
    switch storedTags {
    case .success(let stored): TagList(stored.tags.tags)
    case .failure(let error): TagList(problem: Self.problem(error))
    }

  /// The tags as their file has them, to be written anew, and its content if there is one.
  func writableTags() throws(TrackingError) -> (tags: StoredTags, text: String?) {
    switch storedTags {
    case .success(let stored): return stored
    case .failure(let error): throw .tagsUnusable(Self.problem(error))
    }
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
  private var isForeseen: [String: Bool]

  /// The files other than texts that are foreseen beside the records, and those that go there.
  var foreseenFiles: (come: [String], gone: [String]) {
    let here = isForeseen.filter {
      $0.key.hasPrefix("\(StoreLayout.records)/") && !$0.key.hasSuffix(".json")
    }
    return (here.filter(\.value).map(\.key), here.filter { !$0.value }.map(\.key))
  }

  func isTaken(_ path: String) throws(TrackingError) -> Bool {
    if let isForeseen = isForeseen[path] { return isForeseen }
    do throws(SystemError) {
      return try reader.isTaken(path)
    } catch {
      throw .storeUnreadable(path: path, reason: error.reason)
    }
  }

  private static func problem(_ error: StoreError) -> SetAsideFile {
    SetAsideFile(path: StoreLayout.tags, reason: error.reason)
  }

  func runningRecords() -> [TimeRecord] { running }

  func records(in range: TimeRange, now: Date) -> [TimeRecord] {
    sorted.filter { range.overlaps($0, now: now) }
  }

  func record(_ id: UUID) -> TimeRecord? {
    entries[id]?.stored.record
  }

  func records(withPrefix prefix: String) -> [TimeRecord] {
    sorted.filter { $0.hasID(withPrefix: prefix) }
  }

  func lastRecord(where isWanted: (UUID) -> Bool) -> TimeRecord? {
    sorted.last { isWanted($0.id) }
  }

  func deletedRecords() throws(TrackingError) -> [EntityImage<TimeRecord>] {
    var records: [EntityImage<TimeRecord>] = []
    for name in try reading({ _ throws(SystemError) in try reader.names(in: layout.trash) }) {
      let path = "\(layout.trash)/\(name)"
      do throws(StoreError) {
        let (stored, text) = try reader.record(path)
        if entries[stored.record.id] != nil { continue }
        records.append(EntityImage(entity: stored.record, text: text))
      } catch {
        setAside(path, error)
      }
    }
    return records.sorted { TimeRecord.isBefore($0.entity, $1.entity) }
  }

  func trashedImages(of record: TimeRecord) throws(TrackingError) -> Set<String> {
    let names = record.images.map { ImageName(record: record.id, file: $0) }
    return Set(try trashedImages(Set(names)).keys.map(\.file))
  }

  func history(_ body: (HistoryEntry) -> Bool) throws(TrackingError) {
    try journalEntries { body($0.history) }
  }

  /// The images that entries of the journal moved.
  func imageMoves(of sequences: Set<Int>) throws(TrackingError) -> [Int: [ImageMove]] {
    guard let first = sequences.min() else { return [:] }
    var moves: [Int: [ImageMove]] = [:]
    try journalEntries { entry in
      if sequences.contains(entry.sequence) { moves[entry.sequence] = entry.imageMoves }
      return entry.sequence > first
    }
    return moves
  }

  /// Hands over the entries, the newest first, until `body` has seen enough.
  private func journalEntries(_ body: (JournalEntry) -> Bool) throws(TrackingError) {
    for entry in foresight.entries.reversed() where !body(entry) { return }
    try reading { journal throws(SystemError) in try journal.entries(body) }
  }

  /// Where those of the images lie in the trash that the journal moved there last.
  func trashedImages(_ names: Set<ImageName>) throws(TrackingError) -> [ImageName: String] {
    var wanted = names.filter { StoreLayout.isImageName($0.file) }
    var places: [ImageName: String] = [:]
    if wanted.isEmpty { return places }
    try journalEntries { entry in
      for move in entry.imageMoves.reversed() {
        if case (.record(let name), .trash(let path)) = (move.from, move.to),
          wanted.remove(name) != nil
        {
          places[name] = path
        }
      }
      return !wanted.isEmpty
    }
    for (name, path) in places where try !isTaken(path) { places[name] = nil }
    return places
  }

  func kept(_ key: String) throws(TrackingError) -> KeptAnswer? {
    if let kept = foresight.kept[key] { return kept }
    return try reading { journal throws(SystemError) in
      try keptAnswers.answer(key, in: journal)
    }
  }

  func batchSteps() throws(TrackingError) -> [BatchStep] {
    try reading { journal throws(SystemError) in try journal.batchSteps() }
  }

  private func reading<Value>(
    _ body: (Journal) throws(SystemError) -> Value
  ) throws(TrackingError) -> Value {
    do throws(SystemError) {
      return try body(journal)
    } catch {
      throw .storeUnreadable(path: error.path ?? journal.folder, reason: error.reason)
    }
  }

  func findings() throws(TrackingError) -> [Finding] {
    _ = entries
    if let failure { throw failure }
    return try reading { _ throws(SystemError) in
      var examination = try FolderExamination(self)
      return try examination.findings()
    }
  }

  func fits(_ repair: StoreRepair) throws(TrackingError) -> Bool {
    let left = Set(repair.moves.filter(\.isFirst).map(\.from))
    for text in repair.texts {
      if text.before == nil, left.contains(text.path) { continue }
      let now = try isTaken(text.path) ? try? reader.text(of: text.path) : nil
      if !now.hasBytes(of: text.before) { return false }
    }
    let freed = Set(repair.texts.filter { $0.after == nil }.map(\.path))
    for move in repair.moves {
      if try !isTaken(move.from) { return false }
      if try isTaken(move.to), !freed.contains(move.to) { return false }
    }
    return true
  }

  func repaired(_ repairs: [StoreRepair]) -> any StoreView { after(repairs) }

  /// The folder as it is after repairs.
  func after(_ repairs: [StoreRepair]) -> FolderView {
    var reader = reader
    for repair in repairs {
      // Nothing else is to take a place in the trash.
      for move in repair.moves where move.isFirst { reader.overlay[move.to] = .some("") }
      for move in repair.moves { reader.overlay[move.from] = .some(nil) }
      for text in repair.texts { reader.overlay[text.path] = .some(text.after) }
    }
    return FolderView(
      reader: reader,
      journal: journal,
      layout: layout,
      keptAnswers: keptAnswers,
      foresight: foresight
    )
  }

  func setAside() -> [SetAsideFile] {
    problems
  }
}
