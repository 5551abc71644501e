package import Foundation
import MinutaLog

/// A state of a store with changes on top; what is saved is seen by what is read after.
///
/// It holds one call, or several that are committed at once and yet are each a call of its own.
package struct StoreTransaction: StoreSnapshot {
  private let stored: any StoreSnapshot
  /// What is stored, with the repairs on top.
  private var base: any StoreSnapshot
  /// What was changed before the call at hand; it is seen, and not part of any call here.
  private var earlier = StoreChanges()
  /// The tags before the call at hand, once any was changed by an earlier one.
  private var earlierTags: TagList?
  /// What the call at hand changed.
  package private(set) var changes = StoreChanges()
  /// The calls that have ended, in order; none that changed nothing.
  package private(set) var calls: [CallChanges] = []

  package init(on base: any StoreSnapshot) {
    stored = base
    self.base = base
  }

  /// Ends the call at hand, so that what is changed from here on belongs to the next.
  package mutating func endCall(_ origin: ChangeOrigin) {
    if changes.isEmpty {
      // The record that this call was about must not become the next call's.
      changes = StoreChanges()
      return
    }
    // A transaction of one call has no use for them. Where they cannot be had, the next call is
    // told so.
    if earlierTags == nil, !calls.isEmpty, earlier.hasTags || changes.hasTags {
      earlierTags = try? tagsBeforeCall()
    }
    earlierTags?.apply(changes.changedTags)
    AppLogger.tracking.info(
      "Changed records and tags",
      [
        "intent": .text(origin.intent), "records": .number(changes.records.count),
        "tags": .number(changes.tags.count + changes.deletedTags.count),
      ]
    )
    calls.append(CallChanges(origin: origin, changes: changes))
    earlier.add(changes)
    changes = StoreChanges()
  }

  /// Forgets what the call at hand changed.
  package mutating func discardCall() {
    if !changes.repairs.isEmpty {
      base = earlier.repairs.isEmpty ? stored : stored.repaired(earlier.repairs)
    }
    changes = StoreChanges()
  }

  package mutating func save(_ record: TimeRecord) {
    changes.save(record)
  }

  /// Saves a record that is new.
  package mutating func create(_ record: TimeRecord) {
    changes.create(record)
  }

  /// Notes the record that the call at hand is about.
  package mutating func touch(_ id: UUID) {
    changes.touch(id)
  }

  package mutating func deleteRecord(_ id: UUID) {
    changes.deleteRecord(id)
  }

  package mutating func save(_ tag: Tag) {
    changes.save(tag)
  }

  package mutating func deleteTag(_ id: UUID) {
    changes.deleteTag(id)
  }

  package mutating func save(_ image: [UInt8], as name: ImageReference) {
    changes.save(image, as: name)
  }

  package mutating func deleteImage(_ name: ImageReference) {
    changes.deleteImage(name)
  }

  package mutating func restore(_ image: StoredEntity<TimeRecord>, over later: String? = nil) {
    changes.restore(image, over: later)
  }

  package mutating func restore(_ image: StoredEntity<Tag>, over later: String? = nil) {
    changes.restore(image, over: later)
  }

  /// Puts files right, below everything that is changed otherwise.
  package mutating func repair(_ repairs: [StoreRepair]) {
    changes.repairs += repairs
    base = base.repaired(repairs)
    earlierTags = nil
  }

  /// Notes that the changes take an entry of history back, and which of its records.
  package mutating func recordUndo(_ sequence: Int, of records: Set<UUID>) {
    changes.recordUndo(sequence, of: records)
  }

  /// Remembers a decision about a timer with what is changed.
  package mutating func note(_ decision: IdleTimeDecision) {
    changes.decisions.append(decision)
  }

  /// Keeps an answer with what is changed.
  package mutating func save(_ answer: IdempotentResult) {
    changes.idempotentResults[answer.key] = answer
  }

  package mutating func moveImage(_ name: ImageReference, to newName: ImageReference) {
    changes.moveImage(name, to: newName)
  }

  package func tags() throws(TrackingError) -> TagList {
    try tagsAroundCall().now
  }

  /// Whether a record was made by the call at hand, or one that is committed with it.
  func hasCreated(_ id: UUID) -> Bool {
    changes.createdRecords.contains(id) || earlier.createdRecords.contains(id)
  }

  /// A record as it was before the call at hand.
  func recordBeforeCall(_ id: UUID) throws(TrackingError) -> TimeRecord? {
    if changes.createdRecords.contains(id) { return nil }
    return try earlier.record(id) { () throws(TrackingError) in try base.record(id) }
  }

  /// The tags before the call at hand, and now.
  func tagsAroundCall() throws(TrackingError) -> (before: TagList, now: TagList) {
    let before = try tagsBeforeCall()
    return (before, before.with(changes.changedTags))
  }

  private func tagsBeforeCall() throws(TrackingError) -> TagList {
    if let earlierTags { return earlierTags }
    var tags = try base.tags()
    tags.apply(earlier.changedTags)
    return tags
  }

  package func runningRecords() throws(TrackingError) -> [TimeRecord] {
    changes.runningRecords(over: earlier.runningRecords(over: try base.runningRecords()))
  }

  package func records(in range: TimeRange, now: Date) throws(TrackingError) -> [TimeRecord] {
    overlay(try base.records(in: range, now: now)) { range.overlaps($0, now: now) }
  }

  package func rows(
    in range: TimeRange,
    now: Date,
    columns: RowColumns,
    checking: FreshnessCheck
  ) throws(TrackingError) -> any RowSource {
    if changes.records.isEmpty, earlier.records.isEmpty {
      return try base.rows(in: range, now: now, columns: columns, checking: checking)
    }
    return RecordRows(try records(in: range, now: now), now: now)
  }

  package func verify() throws(TrackingError) { try base.verify() }

  package func record(_ id: UUID) throws(TrackingError) -> TimeRecord? {
    try changes.record(id) { () throws(TrackingError) in
      try earlier.record(id) { () throws(TrackingError) in try base.record(id) }
    }
  }

  package func path(ofRecord id: UUID) throws(TrackingError) -> String? {
    try base.path(ofRecord: id)
  }

  package func records(withPrefix prefix: String) throws(TrackingError) -> [TimeRecord] {
    overlay(try base.records(withPrefix: prefix)) { $0.hasID(withPrefix: prefix) }
  }

  package func lastRecord(
    where isWanted: (UUID) -> Bool
  ) throws(TrackingError) -> TimeRecord? {
    let stored = try base.lastRecord { !hasChanged($0) && isWanted($0) }
    let before = earlier.lastRecord { changes.records[$0] == nil && isWanted($0) }
    let now = changes.lastRecord(where: isWanted)
    return [stored, before, now].compactMap { $0 }.max(by: TimeRecord.isBefore)
  }

  package func touchedRecords(
    undone: Set<Int>,
    _ body: (UUID) -> Bool
  ) throws(TrackingError) {
    for id in changes.touchedRecords.reversed() where !body(id) { return }
    for id in earlier.touchedRecords.reversed() where !body(id) { return }
    let undone = undone.union(changes.undoes).union(earlier.undoes)
    try base.touchedRecords(undone: undone, body)
  }

  package func deletedRecords() throws(TrackingError) -> [StoredEntity<TimeRecord>] {
    try base.deletedRecords().filter { !hasChanged($0.entity.id) }
  }

  package func trashedImages(of record: TimeRecord) throws(TrackingError) -> Set<String> {
    try base.trashedImages(of: record)
  }

  package func history(_ body: (HistoryEntry) -> Bool) throws(TrackingError) {
    try base.history(body)
  }

  package func idempotentResult(forKey key: String) throws(TrackingError) -> IdempotentResult? {
    if let kept = changes.idempotentResults[key] ?? earlier.idempotentResults[key] { return kept }
    return try base.idempotentResult(forKey: key)
  }

  package func batchSteps() throws(TrackingError) -> [BatchStep] {
    try base.batchSteps()
  }

  package func findings() throws(TrackingError) -> [StoreFinding] {
    try base.findings()
  }

  package func canApply(_ repair: StoreRepair) throws(TrackingError) -> Bool {
    try base.canApply(repair)
  }

  package func repaired(_ repairs: [StoreRepair]) -> any StoreSnapshot {
    var repaired = self
    repaired.repair(repairs)
    return repaired
  }

  package func skippedFiles() -> [SkippedFile] {
    base.skippedFiles()
  }

  /// The number of the stored state, where nothing was changed.
  package var state: Int? {
    changes.isEmpty && calls.isEmpty ? stored.state : nil
  }

  /// The number of the last entry of what is stored.
  package var lastEntry: Int? { stored.lastEntry }

  /// The number that the call at hand will have in history; nil where it has changed nothing.
  var entry: Int? {
    changes.changesNothing ? nil : stored.lastEntry.map { $0 + calls.count + 1 }
  }

  private func hasChanged(_ id: UUID) -> Bool {
    changes.records[id] != nil || earlier.records[id] != nil
  }

  private func overlay(
    _ stored: [TimeRecord],
    where isWanted: (TimeRecord) -> Bool
  ) -> [TimeRecord] {
    let before = earlier.records(over: stored, where: isWanted)
    return changes.records(over: before, where: isWanted)
  }
}

/// What one call changed, and where it came from.
package struct CallChanges: Sendable {
  package let origin: ChangeOrigin
  package let changes: StoreChanges
}
