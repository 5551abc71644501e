package import Foundation

/// Changes to a store that haven't been written yet.
package struct StoreChanges: Sendable {
  /// The changed records by id; a deleted record maps to nil.
  package private(set) var records: [UUID: TimeRecord?] = [:]
  /// The changed records that are running timers, by id.
  private(set) var running: [UUID: TimeRecord] = [:]
  /// The changed records, ordered by start.
  ///
  /// A record whose start changes twice has several entries; lookups ignore the outdated ones.
  private var starts = StartTimeHeap()
  /// The ids of the records that were saved since `takeUncheckedRecords` was called.
  private var uncheckedRecords: Set<UUID> = []
  /// The ids of the records that these changes create.
  package private(set) var createdRecords: Set<UUID> = []
  private(set) var changedTags = TagListOverlay()
  /// The ids of the records that the calls were about, oldest call first.
  ///
  /// When a user refers to the record `last`, the record of the newest call is meant.
  package private(set) var touchedRecords: [UUID] = []
  /// The content of the changed images; a deleted image maps to nil.
  package private(set) var images: [ImageReference: [UInt8]?] = [:]
  /// The images that are renamed or moved to another record: stored reference to new reference.
  ///
  /// These moves happen before the changes in `images`.
  package private(set) var movedImages: [ImageReference: ImageReference] = [:]

  /// The earlier JSON texts that an undo or a restore writes back, by record or tag id.
  package private(set) var texts: [UUID: RestoredJSONText] = [:]
  /// The sequence numbers of the history entries that these changes undo.
  package private(set) var undoes: [Int] = []
  /// The ids of the records that are undone, by the sequence number of the undone entry.
  ///
  /// If an entry is only partly undone, the image files of its other records stay as they are.
  package private(set) var undoneRecords: [Int: Set<UUID>] = [:]
  /// The results to store for repeated calls, by idempotency key.
  package var idempotentResults: [String: IdempotentResult] = [:]
  /// The repairs of store files, in order.
  ///
  /// They are applied before all other changes.
  package var repairs: [StoreRepair] = []
  /// The user's decisions about idle time, in order.
  ///
  /// The store only adds them to the history; the caller applies them.
  package var decisions: [IdleTimeDecision] = []

  /// The files that a sync brings.
  package var incoming = IncomingFiles()

  package init() {}

  /// The tags to save, in the order in which they were saved.
  package var tags: [Tag] { changedTags.saved }
  package var deletedTags: Set<UUID> { changedTags.deleted }
  package var hasTags: Bool { !changedTags.isEmpty }

  package var isEmpty: Bool { changesNothing && idempotentResults.isEmpty }

  /// Whether the changes are empty, apart from stored results of calls with idempotency keys.
  var changesNothing: Bool {
    records.isEmpty && changedTags.isEmpty && images.isEmpty && movedImages.isEmpty
      && repairs.isEmpty && decisions.isEmpty && incoming.isEmpty
  }

  /// Brings a record back to an earlier state, including its JSON text.
  ///
  /// - Parameter later: the current text that is replaced. Nil if the record doesn't exist.
  package mutating func restore(_ image: StoredEntity<TimeRecord>, over later: String?) {
    save(image.entity)
    restoreText(image.entity.id, image.text, over: later)
  }

  /// Brings a tag back to an earlier state, including its JSON text.
  ///
  /// - Parameter later: the current text that is replaced. Nil if the tag doesn't exist.
  package mutating func restore(_ image: StoredEntity<Tag>, over later: String?) {
    save(image.entity)
    restoreText(image.entity.id, image.text, over: later)
  }

  private mutating func restoreText(_ id: UUID, _ text: String, over later: String?) {
    if texts[id]?.rewind(to: text, over: later) == nil {
      texts[id] = RestoredJSONText(text, over: later)
    }
  }

  package mutating func recordUndo(_ sequence: Int, of records: Set<UUID>) {
    undoes.append(sequence)
    undoneRecords[sequence] = records
  }

  /// Marks a record as the one that the call is about, so that users can refer to it as `last`.
  package mutating func touch(_ id: UUID) {
    touchedRecords.append(id)
  }

  /// The id of the record that the newest call was about, ignoring records deleted since.
  package var touchedRecord: UUID? { touchedRecords.last { records[$0] != .some(nil) } }

  package mutating func save(_ record: TimeRecord) {
    set(record, under: record.id)
  }

  /// Saves or deletes a record, and updates the properties derived from `records`.
  private mutating func set(_ record: TimeRecord?, under id: UUID) {
    let former = records.updateValue(record, forKey: id) ?? nil
    running[id] = record?.isRunning == true ? record : nil
    uncheckedRecords.insert(id)
    if let record, record.startTime != former?.startTime {
      starts.insert(StartTimeHeap.Entry(start: record.startTime, id: id))
    }
    starts.dropLast { [records] in records[$0.id]??.startTime != $0.start }
  }

  /// Returns the records whose overlaps with others aren't known yet, because they were saved since
  /// the last call of this method.
  mutating func takeUncheckedRecords() -> [TimeRecord] {
    defer { uncheckedRecords = [] }
    return uncheckedRecords.compactMap { records[$0] ?? nil }
  }

  /// Returns the changed record with the latest start among those whose id and tag satisfy the
  /// closure.
  func lastRecord(where isWanted: (_ id: UUID, _ tag: UUID?) -> Bool) -> TimeRecord? {
    let last = starts.last { entry in
      guard let record = records[entry.id] ?? nil else { return false }
      return record.startTime == entry.start && isWanted(entry.id, record.tagId)
    }
    return last.flatMap { records[$0.id] ?? nil }
  }

  package mutating func create(_ record: TimeRecord) {
    createdRecords.insert(record.id)
    save(record)
  }

  package mutating func deleteRecord(_ id: UUID) {
    set(nil, under: id)
    texts[id] = nil
  }

  package mutating func save(_ tag: Tag) {
    changedTags.save(tag)
  }

  package mutating func deleteTag(_ id: UUID) {
    changedTags.delete(id)
    texts[id] = nil
  }

  package mutating func save(_ image: [UInt8], as name: ImageReference) {
    images[name] = .some(image)
  }

  package mutating func deleteImage(_ name: ImageReference) {
    images[name] = .some(nil)
  }

  /// Moves an image to another record or another file name.
  package mutating func moveImage(_ name: ImageReference, to newName: ImageReference) {
    if case .some(.some(let unwritten)) = images[name] {
      deleteImage(name)
      save(unwritten, as: newName)
    } else {
      let stored = movedImages.first { $0.value == name }?.key ?? name
      movedImages[stored] = newName
    }
  }

  /// Merges the changes of a later call, so that reads see the changes of both calls.
  ///
  /// Only data that reads need is merged. Each call is still written separately, from its own
  /// changes.
  package mutating func add(_ later: StoreChanges) {
    for (id, record) in later.records { set(record, under: id) }
    images.merge(later.images) { $1 }
    createdRecords.formUnion(later.createdRecords)
    idempotentResults.merge(later.idempotentResults) { $1 }
    touchedRecords += later.touchedRecords
    undoes += later.undoes
    repairs += later.repairs.filter { !repairs.contains($0) }
    movedImages.merge(later.movedImages) { $1 }
    for tag in later.tags { save(tag) }
    for id in later.deletedTags { deleteTag(id) }
  }
}

/// The identity of an image: its record and its file name.
package struct ImageReference: Sendable, Hashable {
  package let record: UUID
  /// The file name, as listed in `TimeRecord.images`.
  package let file: String

  package init(record: UUID, file: String) {
    self.record = record
    self.file = file
  }
}
