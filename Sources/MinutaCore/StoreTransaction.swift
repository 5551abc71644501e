package import Foundation

/// A state of a store with changes on top; what is saved is seen by what is read after.
package struct StoreTransaction: StoreView {
  private var base: any StoreView
  package private(set) var changes: StoreChanges

  package init(on base: any StoreView, changes: StoreChanges = StoreChanges()) {
    self.base = changes.repairs.isEmpty ? base : base.repaired(changes.repairs)
    self.changes = changes
  }

  package mutating func save(_ record: TimeRecord) {
    changes.save(record)
  }

  /// Saves a record that is new.
  package mutating func create(_ record: TimeRecord) {
    changes.create(record)
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

  package mutating func save(_ image: [UInt8], as name: ImageName) {
    changes.save(image, as: name)
  }

  package mutating func deleteImage(_ name: ImageName) {
    changes.deleteImage(name)
  }

  package mutating func restore(_ image: EntityImage<TimeRecord>) {
    changes.restore(image)
  }

  package mutating func restore(_ image: EntityImage<Tag>) {
    changes.restore(image)
  }

  /// Puts files right, below everything that is changed otherwise.
  package mutating func repair(_ repairs: [StoreRepair]) {
    changes.repairs += repairs
    base = base.repaired(repairs)
  }

  /// Notes that the changes take an entry of history back.
  package mutating func noteUndoing(_ sequence: Int) {
    changes.undoes.append(sequence)
  }

  /// Keeps an answer with what is changed.
  package mutating func keep(_ answer: KeptAnswer) {
    changes.kept.append(answer)
  }

  package mutating func moveImage(_ name: ImageName, to newName: ImageName) {
    changes.moveImage(name, to: newName)
  }

  package func tags() throws(TrackingError) -> TagList {
    var tags = try base.tags()
    for tag in changes.tags { tags.save(tag) }
    for id in changes.deletedTags { tags.delete(id) }
    return tags
  }

  package func runningRecords() throws(TrackingError) -> [TimeRecord] {
    overlay(try base.runningRecords()) { $0.isRunning }
  }

  package func records(in range: TimeRange, now: Date) throws(TrackingError) -> [TimeRecord] {
    overlay(try base.records(in: range, now: now)) { range.overlaps($0, now: now) }
  }

  package func record(_ id: UUID) throws(TrackingError) -> TimeRecord? {
    if let changed = changes.records[id] { return changed }
    return try base.record(id)
  }

  package func records(withPrefix prefix: String) throws(TrackingError) -> [TimeRecord] {
    overlay(try base.records(withPrefix: prefix)) { $0.hasID(withPrefix: prefix) }
  }

  package func lastRecord() throws(TrackingError) -> TimeRecord? {
    let last = try base.lastRecord()
    let isChanged = last.map { changes.records[$0.id] != nil } ?? false
    let everything = TimeRange(timeZone: .gmt)
    // Where the last one stored is no longer what it was, any other may come after it.
    let stored =
      isChanged
      ? try base.records(in: everything, now: .distantFuture) : last.map { [$0] } ?? []
    return overlay(stored) { _ in true }.last
  }

  package func deletedRecords() throws(TrackingError) -> [EntityImage<TimeRecord>] {
    try base.deletedRecords().filter { changes.records[$0.entity.id] == nil }
  }

  package func history(_ body: (HistoryEntry) -> Bool) throws(TrackingError) {
    try base.history(body)
  }

  package func kept(_ key: String) throws(TrackingError) -> KeptAnswer? {
    if let kept = changes.kept.first(where: { $0.key == key }) { return kept }
    return try base.kept(key)
  }

  package func findings() throws(TrackingError) -> [Finding] {
    try base.findings()
  }

  package func fits(_ repair: StoreRepair) throws(TrackingError) -> Bool {
    try base.fits(repair)
  }

  package func repaired(_ repairs: [StoreRepair]) -> any StoreView {
    var repaired = self
    repaired.repair(repairs)
    return repaired
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
    let changed = changes.records.values.compactMap { $0 }.filter(isWanted)
    return (unchanged + changed).sorted(by: TimeRecord.isBefore)
  }
}
