import Foundation
import JSONText
import MinutaCore
import SystemCalls

/// All records of a data directory, read in one pass.
struct DirectoryRecords: Sendable {
  struct RecordFile: Sendable {
    let path: String
    let stored: StoredRecord
    let text: String

    var rank: Int { DirectoryRecords.rank(path, of: stored.record) }
  }

  /// Returns a rank by which the original is chosen among several files with the same record ID.
  ///
  /// The file with the highest rank is the original.
  static func rank(_ path: String, of record: TimeRecord) -> Int {
    // The name of a conflict copy shows that a sync program copied the original.
    if ConflictCopyName(path) != nil { return 0 }
    return StoreLayout.names(of: record).contains { path.hasSuffix("/\($0)") } ? 2 : 1
  }

  private(set) var entries: [UUID: RecordFile] = [:]
  /// The files whose record ID another file also has, except the originals, sorted by path.
  private(set) var duplicates: [RecordFile] = []
  /// The directories and links below `records` that can't be listed.
  private(set) var unlisted: [SkippedFile] = []
  /// The files that don't contain a valid record, sorted by path.
  private(set) var unusable: [(path: String, error: StoreError)] = []
  /// The problems of all files, in the order in which they were found.
  private(set) var problems: [SkippedFile] = []
  /// The first system error that prevented reading a file that may be valid.
  private(set) var failure: TrackingError?

  private var sortedRead: [TimeRecord]?
  private var runningRead: [TimeRecord]?

  init(_ reader: DirectoryReader) {
    do throws(SystemError) {
      let (paths, unreadable) = try reader.recordPaths()
      unlisted = unreadable
      problems = unreadable
      for path in paths { read(path, reader) }
    } catch {
      let path = error.path ?? StoreLayout.records
      failure = .storeUnreadable(path: path, reason: error.reason)
      problems.append(SkippedFile(path: path, reason: error.reason))
    }
  }

  private mutating func read(_ path: String, _ reader: DirectoryReader) {
    do throws(StoreError) {
      let (stored, text) = try reader.record(path)
      add(RecordFile(path: path, stored: stored, text: text))
    } catch {
      unusable.append((path, error))
      problems.append(SkippedFile(path: path, reason: error.reason))
      failure = failure ?? error.failure(reading: path)
    }
  }

  private mutating func add(_ entry: RecordFile) {
    let id = entry.stored.record.id
    guard let other = entries[id] else {
      entries[id] = entry
      return
    }
    let (kept, left) = entry.rank > other.rank ? (entry, other) : (other, entry)
    entries[id] = kept
    duplicates.append(left)
    let reason = StoreError.sameID(as: kept.path).reason
    problems.append(SkippedFile(path: left.path, reason: reason))
  }

  /// Whether every file was read and no two files have the same record ID.
  var isIntact: Bool { problems.isEmpty }

  /// All records with a usable file, sorted by `TimeRecord.isBefore`.
  var sorted: [TimeRecord] {
    mutating get {
      if let sortedRead { return sortedRead }
      let sorted = entries.values.map(\.stored.record).sorted(by: TimeRecord.isBefore)
      sortedRead = sorted
      return sorted
    }
  }

  /// The records of running timers, sorted by `TimeRecord.isBefore`.
  var running: [TimeRecord] {
    mutating get {
      if let runningRead { return runningRead }
      let all = entries.values.lazy.map(\.stored.record)
      let running = all.filter(\.isRunning).sorted(by: TimeRecord.isBefore)
      runningRead = running
      return running
    }
  }

  /// Updates the records with the change of a file.
  mutating func apply(_ change: FileChange) {
    guard change.path.hasPrefix("\(StoreLayout.records)/") else { return }
    if let id = Self.id(in: change.before), entries[id]?.path == change.path { set(nil, for: id) }
    guard let text = change.after, let stored = Self.record(in: text) else { return }
    set(RecordFile(path: change.path, stored: stored, text: text), for: stored.record.id)
  }

  private mutating func set(_ entry: RecordFile?, for id: UUID) {
    let old = entries[id]?.stored.record
    entries[id] = entry
    let new = entry?.stored.record
    sortedRead?.replace(old, with: new)
    runningRead?.replace(
      old?.isRunning == true ? old : nil,
      with: new?.isRunning == true ? new : nil
    )
  }

  static func id(in text: String?) -> UUID? {
    text.flatMap { (try? JSONValue(parsing: $0))?["id"]?.string }.flatMap(UUID.of)
  }

  private static func record(in text: String) -> StoredRecord? {
    let json = try? DirectoryReader.json(Array(text.utf8), limit: StoreLayout.recordLimit)
    return json.flatMap { try? StoredRecord(json: $0) }
  }
}

extension [TimeRecord] {
  /// Replaces a record in a sorted array.
  ///
  /// Either record may be nil, to insert or remove only.
  fileprivate mutating func replace(_ old: TimeRecord?, with new: TimeRecord?) {
    if let old {
      let place = place(of: old)
      if place < count, self[place].id == old.id { remove(at: place) }
    }
    if let new { insert(new, at: place(of: new)) }
  }

  /// Returns the index at which a record belongs in the sorted array.
  private func place(of record: TimeRecord) -> Int {
    var (first, last) = (0, count)
    while first < last {
      let middle = (first + last) / 2
      if TimeRecord.isBefore(self[middle], record) { first = middle + 1 } else { last = middle }
    }
    return first
  }
}
