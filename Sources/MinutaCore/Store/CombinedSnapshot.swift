import Foundation

/// The states of several stores, which are read as one.
///
/// It has no history, no trash and no invoices: those belong to a single store.
final class CombinedSnapshot: StoreSnapshot {
  /// The state of one store.
  struct Part {
    /// The number of the store in records and rows, at least 1.
    let number: Int16
    let name: String
    let snapshot: any StoreSnapshot
  }

  let storeNames: [String?]
  let skippedStores: [SkippedStore]
  private let parts: [Part]
  /// The tags of all stores; nil until they are read.
  private var knownTags: CombinedTags?

  /// - Parameter names: the names of all stores, including those that are skipped.
  init(of parts: [Part], skipping skippedStores: [SkippedStore], names: [String]) {
    self.parts = parts
    self.skippedStores = skippedStores
    storeNames = [nil] + names
  }

  private func combinedTags() throws(TrackingError) -> CombinedTags {
    if let knownTags { return knownTags }
    var lists: [TagList] = []
    for part in parts { lists.append(try part.snapshot.tags()) }
    let tags = CombinedTags(lists)
    knownTags = tags
    return tags
  }

  /// Returns the records of all stores, sorted by `TimeRecord.isBefore`, then by store.
  private func records(
    _ read: (any StoreSnapshot) throws(TrackingError) -> [TimeRecord]
  ) throws(TrackingError) -> [TimeRecord] {
    let tags = try combinedTags()
    var records: [TimeRecord] = []
    for (position, part) in parts.enumerated() {
      for var record in try read(part.snapshot) {
        record.store = part.number
        record.tagId = record.tagId.map { tags.id(of: $0, inStore: position) }
        records.append(record)
      }
    }
    return records.sorted { first, second in
      if TimeRecord.isBefore(first, second) { return true }
      return !TimeRecord.isBefore(second, first) && first.store < second.store
    }
  }

  func tags() throws(TrackingError) -> TagList { try combinedTags().list }

  func runningRecords() throws(TrackingError) -> [TimeRecord] {
    try records { snapshot throws(TrackingError) in try snapshot.runningRecords() }
  }

  func records(in range: TimeRange, now: Date) throws(TrackingError) -> [TimeRecord] {
    try records { snapshot throws(TrackingError) in try snapshot.records(in: range, now: now) }
  }

  func records(withPrefix prefix: String) throws(TrackingError) -> [TimeRecord] {
    try records { snapshot throws(TrackingError) in try snapshot.records(withPrefix: prefix) }
  }

  func rows(
    in range: TimeRange,
    now: Date,
    columns: OptionalRowColumns,
    checking: FreshnessCheckScope
  ) throws(TrackingError) -> any RecordRowSource {
    let tags = try combinedTags()
    var rows = CombinedRowSource()
    for (position, part) in parts.enumerated() {
      let source = try part.snapshot.rows(in: range, now: now, columns: columns, checking: checking)
      rows.add(source, ofStore: part.number) { tags.id(of: $0, inStore: position) }
    }
    return rows
  }

  func verify() throws(TrackingError) {
    for part in parts { try part.snapshot.verify() }
  }

  func record(_ id: UUID) throws(TrackingError) -> TimeRecord? {
    try records { snapshot throws(TrackingError) in
      try snapshot.record(id).map { [$0] } ?? []
    }.first
  }

  func path(ofRecord id: UUID) throws(TrackingError) -> String? {
    for part in parts {
      if let path = try part.snapshot.path(ofRecord: id) { return "\(part.name)/\(path)" }
    }
    return nil
  }

  func lastRecord(
    where isWanted: (_ id: UUID, _ tag: UUID?) -> Bool
  ) throws(TrackingError) -> TimeRecord? {
    try records { snapshot throws(TrackingError) in
      try snapshot.lastRecord(where: isWanted).map { [$0] } ?? []
    }.last
  }

  func skippedFiles() -> [SkippedFile] {
    parts.flatMap { part in
      part.snapshot.skippedFiles().map { file in
        SkippedFile(path: "\(part.name)/\(file.path)", reason: file.reason)
      }
    }
  }
}

extension CombinedSnapshot {
  func touchedRecords(undone: Set<Int>, _ body: (UUID) -> Bool) {}

  func deletedRecords() -> [StoredEntity<TimeRecord>] { [] }

  func trashedImages(of record: TimeRecord) -> Set<String> { [] }

  func history(_ body: (HistoryEntry) -> Bool) {}

  func idempotentResult(forKey key: String) -> IdempotentResult? { nil }

  func findings() -> [StoreFinding] { [] }

  func canApply(_ repair: StoreRepair) -> Bool { false }

  func repaired(_ repairs: [StoreRepair]) -> any StoreSnapshot { self }
}
