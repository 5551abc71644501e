package import Foundation
import MinutaLog

/// A snapshot with uncommitted changes on top, which reads can see.
///
/// The changes belong to one call, or to several calls that are committed together but get separate
/// history entries. In a dry run, they lie on top of the changes planned before.
///
/// Changes never affect the history, the trash or the problems of files, so these come from the
/// snapshot.
package struct StoreTransaction: StoreSnapshot {
  private let stored: any StoreSnapshot
  /// The stored state with the repairs applied, but without other changes.
  private var base: any StoreSnapshot
  /// The merged changes planned before this transaction, and those of its calls that have ended.
  ///
  /// Reads see them, but they aren't part of the current call.
  private var earlier = StoreChanges()
  /// The tags before the current call.
  ///
  /// They are cached from the moment when an earlier call changes tags.
  private var earlierTags: TagList?
  /// The changes of the current call.
  package private(set) var changes = StoreChanges()
  /// The calls in this transaction that have ended, in order, without those that changed nothing.
  package private(set) var calls: [CallChanges] = []

  /// The ids of the records that the calls in this transaction that have ended created.
  private var created: Set<UUID> = []
  /// The number of the newest entry in the stored history; nil in a dry run.
  package let lastEntry: Int?

  package init(on base: any StoreSnapshot) {
    stored = base
    self.base = base
    lastEntry = base.lastEntry
  }

  /// Creates the transaction of a dry run.
  ///
  /// - Parameter planned: the changes that reads see but that aren't part of the transaction.
  init(on base: any StoreSnapshot, after planned: StoreChanges) {
    stored = base
    self.base = planned.repairs.isEmpty ? base : base.repaired(planned.repairs)
    earlier = planned
    lastEntry = nil
    // Ignore an error here: the call that reads the tags gets it.
    if planned.hasTags { earlierTags = try? tagsBeforeCall() }
  }

  /// Ends the current call, and starts the next one in the same transaction.
  package mutating func endCall(_ origin: ChangeOrigin) {
    if changes.isEmpty {
      // Forget which record this call was about, so that the next call doesn't inherit it.
      changes = StoreChanges()
      return
    }
    // Cache the tags only from the second call on. Ignore an error here: the next call that reads
    // the tags gets the error.
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
    created.formUnion(changes.createdRecords)
    changes = StoreChanges()
  }

  /// Discards the changes of the current call.
  package mutating func discardCall() {
    if !changes.repairs.isEmpty {
      base = earlier.repairs.isEmpty ? stored : stored.repaired(earlier.repairs)
    }
    changes = StoreChanges()
  }

  package mutating func save(_ record: TimeRecord) {
    changes.save(record)
  }

  /// Saves a record that doesn't exist yet.
  package mutating func create(_ record: TimeRecord) {
    changes.create(record)
  }

  /// Marks a record as the one that the current call is about, so that users can refer to it as
  /// `last`.
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

  /// Applies repairs of store files.
  ///
  /// All other changes of the transaction are applied to the repaired files.
  package mutating func repair(_ repairs: [StoreRepair]) {
    changes.repairs += repairs
    base = base.repaired(repairs)
    earlierTags = nil
  }

  /// Adds files that a sync brings; reads of this transaction don't see them.
  package mutating func receive(_ files: IncomingFiles) {
    changes.incoming = files
  }

  /// Records that this call undoes a history entry, for the given records of the entry.
  package mutating func recordUndo(_ sequence: Int, of records: Set<UUID>) {
    changes.recordUndo(sequence, of: records)
  }

  /// Adds a decision about a timer's idle time to the current call.
  package mutating func note(_ decision: IdleTimeDecision) {
    changes.decisions.append(decision)
  }

  /// Adds the result of a call with an idempotency key to the current call.
  package mutating func save(_ answer: IdempotentResult) {
    changes.idempotentResults[answer.key] = answer
  }

  package mutating func moveImage(_ name: ImageReference, to newName: ImageReference) {
    changes.moveImage(name, to: newName)
  }

  package func tags() throws(TrackingError) -> TagList {
    try tagsAroundCall().now
  }

  /// Whether the record was created by the current call or an earlier call of this transaction.
  func hasCreated(_ id: UUID) -> Bool {
    changes.createdRecords.contains(id) || created.contains(id)
  }

  /// See `StoreChanges.takeUncheckedRecords()`.
  @discardableResult mutating func takeUncheckedRecords() -> [TimeRecord] {
    changes.takeUncheckedRecords()
  }

  /// Returns a record as it was before the current call, or nil if it didn't exist.
  func recordBeforeCall(_ id: UUID) throws(TrackingError) -> TimeRecord? {
    if changes.createdRecords.contains(id) { return nil }
    return try earlier.record(id) { () throws(TrackingError) in try base.record(id) }
  }

  /// Returns the tags as they were before the current call, and as they are now.
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
    columns: OptionalRowColumns,
    checking: FreshnessCheckScope
  ) throws(TrackingError) -> any RecordRowSource {
    if changes.records.isEmpty, earlier.records.isEmpty {
      return try base.rows(in: range, now: now, columns: columns, checking: checking)
    }
    return InMemoryRowSource(try records(in: range, now: now), now: now)
  }

  package func record(_ id: UUID) throws(TrackingError) -> TimeRecord? {
    try changes.record(id) { () throws(TrackingError) in
      try earlier.record(id) { () throws(TrackingError) in try base.record(id) }
    }
  }

  package func records(withPrefix prefix: String) throws(TrackingError) -> [TimeRecord] {
    overlay(try base.records(withPrefix: prefix)) { $0.hasID(withPrefix: prefix) }
  }

  package func lastRecord(
    where isWanted: (_ id: UUID, _ tag: UUID?) -> Bool
  ) throws(TrackingError) -> TimeRecord? {
    let stored = try base.lastRecord { isWanted($0, $1) && !hasChanged($0) }
    let before = earlier.lastRecord { isWanted($0, $1) && changes.records[$0] == nil }
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

  package func isDeleted(_ id: UUID) throws(TrackingError) -> Bool {
    if hasChanged(id) { return false }
    return try base.isDeleted(id)
  }

  package func idempotentResult(forKey key: String) throws(TrackingError) -> IdempotentResult? {
    if let kept = changes.idempotentResults[key] ?? earlier.idempotentResults[key] { return kept }
    return try base.idempotentResult(forKey: key)
  }

  package func repaired(_ repairs: [StoreRepair]) -> any StoreSnapshot {
    var repaired = self
    repaired.repair(repairs)
    return repaired
  }

  /// The number of the history entry that the current call will get.
  ///
  /// Nil if the call has changed nothing so far, or if the number is unknown.
  package var entry: Int? {
    changes.changesNothing ? nil : lastEntry.map { $0 + calls.count + 1 }
  }

  package func verify() throws(TrackingError) { try base.verify() }

  package func path(ofRecord id: UUID) throws(TrackingError) -> String? {
    try base.path(ofRecord: id)
  }

  package func trashedImages(of record: TimeRecord) throws(TrackingError) -> Set<String> {
    try base.trashedImages(of: record)
  }

  package func history(_ body: (HistoryEntry) -> Bool) throws(TrackingError) {
    try base.history(body)
  }

  package func findings() throws(TrackingError) -> [StoreFinding] { try base.findings() }

  package func canApply(_ repair: StoreRepair) throws(TrackingError) -> Bool {
    try base.canApply(repair)
  }

  package func copyRepairs(ofTagsOnly: Bool) throws(TrackingError) -> [StoreRepair] {
    // A repair, planned or of this transaction, may have merged the copies already.
    if !earlier.repairs.isEmpty || !changes.repairs.isEmpty { return [] }
    // Changes of tags need the stored tags, which may not have been read yet.
    if changes.hasTags || earlier.hasTags { _ = try stored.tags() }
    return try stored.copyRepairs(ofTagsOnly: ofTagsOnly)
  }

  package func invoices() throws(TrackingError) -> [String: String] { try base.invoices() }

  package func isUnlocked(invoice number: String) throws(TrackingError) -> Bool? {
    try base.isUnlocked(invoice: number)
  }

  package func skippedFiles() -> [SkippedFile] { base.skippedFiles() }

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

/// The changes that one call made, and the origin of the call.
package struct CallChanges: Sendable {
  package let origin: ChangeOrigin
  package let changes: StoreChanges
}
