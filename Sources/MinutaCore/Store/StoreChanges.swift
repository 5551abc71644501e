package import Foundation

/// Changes to a store that aren't written yet.
package struct StoreChanges: Sendable {
  /// The changed records by id; a deleted record maps to nil.
  package private(set) var records: [UUID: TimeRecord?] = [:]
  /// The changed records that are running timers.
  private(set) var running: [UUID: TimeRecord] = [:]
  /// The changed records by start time.
  ///
  /// Entries with an outdated start are skipped.
  private var starts = StartTimeHeap()
  /// The changed records that aren't in any store yet.
  package private(set) var createdRecords: Set<UUID> = []
  private(set) var changedTags = TagChanges()
  /// The records that calls were about, oldest call first.
  ///
  /// `last` refers to the newest one.
  package private(set) var touchedRecords: [UUID] = []
  /// The changed images; a deleted image maps to nil.
  package private(set) var images: [ImageReference: [UInt8]?] = [:]
  /// The new names of stored images, by old name.
  ///
  /// Images are renamed before `images` is applied.
  package private(set) var movedImages: [ImageReference: ImageReference] = [:]

  /// The stored texts of records and tags that are written back.
  package private(set) var texts: [UUID: RestoredText] = [:]
  /// The sequence numbers of the history entries that are undone.
  package private(set) var undoes: [Int] = []
  /// The records that are undone, by history entry.
  ///
  /// Other records of the entry keep their images.
  package private(set) var undoneRecords: [Int: Set<UUID>] = [:]
  /// The results by idempotency key.
  package var idempotentResults: [String: IdempotentResult] = [:]
  /// The file repairs, applied in order before all other changes.
  package var repairs: [StoreRepair] = []
  /// The decisions about idle time, in order.
  ///
  /// The store only records them.
  package var decisions: [IdleTimeDecision] = []

  package init() {}

  /// The saved tags, in the order they were saved.
  package var tags: [Tag] { changedTags.saved }
  package var deletedTags: Set<UUID> { changedTags.deleted }
  package var hasTags: Bool { !changedTags.isEmpty }

  package var isEmpty: Bool { changesNothing && idempotentResults.isEmpty }

  /// Whether there are no changes apart from stored results.
  var changesNothing: Bool {
    records.isEmpty && changedTags.isEmpty && images.isEmpty && movedImages.isEmpty
      && repairs.isEmpty && decisions.isEmpty
  }

  /// Restores a record to its stored text.
  ///
  /// - Parameter later: the text that this replaces. Nil if there is none.
  package mutating func restore(_ image: StoredEntity<TimeRecord>, over later: String?) {
    save(image.entity)
    restoreText(image.entity.id, image.text, over: later)
  }

  /// Restores a tag to its stored text.
  ///
  /// - Parameter later: the text that this replaces. Nil if there is none.
  package mutating func restore(_ image: StoredEntity<Tag>, over later: String?) {
    save(image.entity)
    restoreText(image.entity.id, image.text, over: later)
  }

  private mutating func restoreText(_ id: UUID, _ text: String, over later: String?) {
    if texts[id]?.rewind(to: text, over: later) == nil {
      texts[id] = RestoredText(text, over: later)
    }
  }

  package mutating func recordUndo(_ sequence: Int, of records: Set<UUID>) {
    undoes.append(sequence)
    undoneRecords[sequence] = records
  }

  /// Marks the record as the one that the call is about.
  package mutating func touch(_ id: UUID) {
    touchedRecords.append(id)
  }

  /// The record that the most recent call was about, ignoring deleted records.
  package var touchedRecord: UUID? { touchedRecords.last { records[$0] != .some(nil) } }

  package mutating func save(_ record: TimeRecord) {
    set(record, under: record.id)
  }

  /// Sets a record and updates the collections derived from `records`.
  private mutating func set(_ record: TimeRecord?, under id: UUID) {
    let former = records.updateValue(record, forKey: id) ?? nil
    running[id] = record?.isRunning == true ? record : nil
    if let record, record.startTime != former?.startTime {
      starts.insert(StartTimeHeap.Entry(start: record.startTime, id: id))
    }
    starts.dropLast { [records] in records[$0.id]??.startTime != $0.start }
  }

  /// Returns the record that started last among those whose id matches.
  func lastRecord(where isWanted: (UUID) -> Bool) -> TimeRecord? {
    let last = starts.last { records[$0.id]??.startTime == $0.start && isWanted($0.id) }
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

  /// Moves an image to another record or another name.
  package mutating func moveImage(_ name: ImageReference, to newName: ImageReference) {
    if case .some(.some(let unwritten)) = images[name] {
      deleteImage(name)
      save(unwritten, as: newName)
    } else {
      let stored = movedImages.first { $0.value == name }?.key ?? name
      movedImages[stored] = newName
    }
  }

  /// Merges the changes of a later call, as far as reads can see them.
  ///
  /// How they are written stays with each call.
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

/// A reference to an image file next to the file of its record.
package struct ImageReference: Sendable, Hashable {
  package let record: UUID
  /// The file name, as in `TimeRecord.images`.
  package let file: String

  package init(record: UUID, file: String) {
    self.record = record
    self.file = file
  }
}
