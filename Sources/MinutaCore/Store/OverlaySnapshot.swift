import Foundation

/// The state of a store with uncommitted changes on top.
///
/// Only one call to the store uses each instance, so it needs no lock.
final class OverlaySnapshot: LayeredSnapshot {
  let base: any StoreSnapshot
  private let changes: StoreChanges
  /// The tags with the changes applied, cached when they are first read.
  private var cachedTags: TagList?

  init(_ changes: StoreChanges, over base: any StoreSnapshot) {
    self.base = changes.repairs.isEmpty ? base : base.repaired(changes.repairs)
    self.changes = changes
  }

  func tags() throws(TrackingError) -> TagList {
    if let cachedTags { return cachedTags }
    var tags = try base.tags()
    tags.apply(changes.changedTags)
    cachedTags = tags
    return tags
  }

  func runningRecords() throws(TrackingError) -> [TimeRecord] {
    changes.runningRecords(over: try base.runningRecords())
  }

  func records(in range: TimeRange, now: Date) throws(TrackingError) -> [TimeRecord] {
    let stored = try base.records(in: range, now: now)
    return changes.records(over: stored) { range.overlaps($0, now: now) }
  }

  func rows(
    in range: TimeRange,
    now: Date,
    columns: OptionalRowColumns,
    checking: FreshnessCheckScope
  ) throws(TrackingError) -> any RecordRowSource {
    if changes.records.isEmpty {
      return try base.rows(in: range, now: now, columns: columns, checking: checking)
    }
    return InMemoryRowSource(try records(in: range, now: now), now: now)
  }

  func record(_ id: UUID) throws(TrackingError) -> TimeRecord? {
    try changes.record(id) { () throws(TrackingError) in try base.record(id) }
  }

  func records(withPrefix prefix: String) throws(TrackingError) -> [TimeRecord] {
    let stored = try base.records(withPrefix: prefix)
    return changes.records(over: stored) { $0.hasID(withPrefix: prefix) }
  }

  func lastRecord(where isWanted: (UUID) -> Bool) throws(TrackingError) -> TimeRecord? {
    let stored = try base.lastRecord { changes.records[$0] == nil && isWanted($0) }
    let changed = changes.lastRecord(where: isWanted)
    return [stored, changed].compactMap { $0 }.max(by: TimeRecord.isBefore)
  }

  func touchedRecords(undone: Set<Int>, _ body: (UUID) -> Bool) throws(TrackingError) {
    for id in changes.touchedRecords.reversed() where !body(id) { return }
    try base.touchedRecords(undone: undone.union(changes.undoes), body)
  }

  func deletedRecords() throws(TrackingError) -> [StoredEntity<TimeRecord>] {
    try base.deletedRecords().filter { changes.records[$0.entity.id] == nil }
  }

  func idempotentResult(forKey key: String) throws(TrackingError) -> IdempotentResult? {
    if let kept = changes.idempotentResults[key] { return kept }
    return try base.idempotentResult(forKey: key)
  }

  func repaired(_ repairs: [StoreRepair]) -> any StoreSnapshot {
    OverlaySnapshot(changes, over: base.repaired(repairs))
  }
}
