package import Foundation

/// What has been saved and not yet written.
package struct StoreChanges: Sendable {
  package private(set) var records: [UUID: TimeRecord] = [:]
  /// Those of the records that no store has yet.
  package private(set) var createdRecords: Set<UUID> = []
  /// In the order they were saved.
  package private(set) var tags: [Tag] = []

  package init() {}

  package var isEmpty: Bool { records.isEmpty && tags.isEmpty }

  package mutating func save(_ record: TimeRecord) {
    records[record.id] = record
  }

  package mutating func create(_ record: TimeRecord) {
    createdRecords.insert(record.id)
    save(record)
  }

  package mutating func save(_ tag: Tag) {
    tags.removeAll { $0.id == tag.id }
    tags.append(tag)
  }

  package mutating func add(_ later: StoreChanges) {
    records.merge(later.records) { $1 }
    createdRecords.formUnion(later.createdRecords)
    for tag in later.tags { save(tag) }
  }
}

/// A state of a store with changes on top; what is saved is seen by what is read after.
package struct StoreTransaction: StoreView {
  private let base: any StoreView
  package private(set) var changes: StoreChanges

  package init(on base: any StoreView, changes: StoreChanges = StoreChanges()) {
    self.base = base
    self.changes = changes
  }

  package mutating func save(_ record: TimeRecord) {
    changes.save(record)
  }

  /// Saves a record that is new.
  package mutating func create(_ record: TimeRecord) {
    changes.create(record)
  }

  package mutating func save(_ tag: Tag) {
    changes.save(tag)
  }

  package func tags() throws(TrackingError) -> TagList {
    var tags = try base.tags()
    for tag in changes.tags { tags.save(tag) }
    return tags
  }

  package func runningRecords() throws(TrackingError) -> [TimeRecord] {
    overlay(try base.runningRecords()) { $0.isRunning }
  }

  package func records(in range: TimeRange, now: Date) throws(TrackingError) -> [TimeRecord] {
    overlay(try base.records(in: range, now: now)) { range.overlaps($0, now: now) }
  }

  package func record(_ id: UUID) throws(TrackingError) -> TimeRecord? {
    if let record = changes.records[id] { return record }
    return try base.record(id)
  }

  package func records(withPrefix prefix: String) throws(TrackingError) -> [TimeRecord] {
    overlay(try base.records(withPrefix: prefix)) { $0.hasID(withPrefix: prefix) }
  }

  package func lastRecord() throws(TrackingError) -> TimeRecord? {
    let stored = try base.lastRecord().map { [$0] } ?? []
    return overlay(stored) { _ in true }.last
  }

  package func setAside() -> [SetAsideFile] {
    base.setAside()
  }

  private func overlay(
    _ stored: [TimeRecord],
    where isWanted: (TimeRecord) -> Bool
  ) -> [TimeRecord] {
    if changes.records.isEmpty { return stored }
    let unchanged = stored.filter { changes.records[$0.id] == nil }
    let changed = changes.records.values.filter(isWanted)
    return (unchanged + changed).sorted(by: TimeRecord.isBefore)
  }
}
