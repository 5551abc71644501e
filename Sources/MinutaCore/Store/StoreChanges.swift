package import Foundation

/// What has been changed and not yet written.
package struct StoreChanges: Sendable {
  /// Nil under the id of a record that goes.
  package private(set) var records: [UUID: TimeRecord?] = [:]
  /// Those of the records that run.
  private(set) var running: [UUID: TimeRecord] = [:]
  /// Those of the records that are there, by the starts they have and may have had.
  private var starts = StartTimeHeap()
  /// Those of the records that no store has yet.
  package private(set) var createdRecords: Set<UUID> = []
  private(set) var changedTags = TagChanges()
  /// The records that calls were about, in the order of the calls; `last` means the newest of them.
  package private(set) var touchedRecords: [UUID] = []
  /// Nil under an image that goes.
  package private(set) var images: [ImageReference: [UInt8]?] = [:]
  /// New names of stored images by the old ones; they are given before `images` is done.
  package private(set) var movedImages: [ImageReference: ImageReference] = [:]

  /// The texts of records and tags that are put back as they were stored.
  package private(set) var texts: [UUID: RestoredText] = [:]
  /// The sequences of the history entries that are taken back.
  package private(set) var undoes: [Int] = []
  /// Those of their records that are taken back; the others stay with their images.
  package private(set) var undoneRecords: [Int: Set<UUID>] = [:]
  /// By their keys.
  package var idempotentResults: [String: IdempotentResult] = [:]
  /// What is done to files before everything else, in order.
  package var repairs: [StoreRepair] = []
  /// In order; the store only remembers them.
  package var decisions: [IdleTimeDecision] = []

  package init() {}

  /// In the order they were saved.
  package var tags: [Tag] { changedTags.saved }
  package var deletedTags: Set<UUID> { changedTags.deleted }
  package var hasTags: Bool { !changedTags.isEmpty }

  package var isEmpty: Bool { changesNothing && idempotentResults.isEmpty }

  /// Whether no more than an answer is kept.
  var changesNothing: Bool {
    records.isEmpty && changedTags.isEmpty && images.isEmpty && movedImages.isEmpty
      && repairs.isEmpty && decisions.isEmpty
  }

  /// Puts a record back as it was stored.
  ///
  /// - Parameter later: the text that it gets the place of; nil for none.
  package mutating func restore(_ image: StoredEntity<TimeRecord>, over later: String?) {
    save(image.entity)
    putBack(image.entity.id, image.text, over: later)
  }

  /// Puts a tag back as it was stored.
  ///
  /// - Parameter later: the text that it gets the place of; nil for none.
  package mutating func restore(_ image: StoredEntity<Tag>, over later: String?) {
    save(image.entity)
    putBack(image.entity.id, image.text, over: later)
  }

  private mutating func putBack(_ id: UUID, _ text: String, over later: String?) {
    if texts[id]?.rewind(to: text, over: later) == nil {
      texts[id] = RestoredText(text, over: later)
    }
  }

  package mutating func recordUndo(_ sequence: Int, of records: Set<UUID>) {
    undoes.append(sequence)
    undoneRecords[sequence] = records
  }

  /// Notes the record that the call is about.
  package mutating func touch(_ id: UUID) {
    touchedRecords.append(id)
  }

  /// The record that the last of the calls was about, of those that are not deleted.
  package var touchedRecord: UUID? { touchedRecords.last { records[$0] != .some(nil) } }

  package mutating func save(_ record: TimeRecord) {
    set(record, under: record.id)
  }

  /// Keeps what can be asked for of all changed records at once up to date.
  private mutating func set(_ record: TimeRecord?, under id: UUID) {
    let former = records.updateValue(record, forKey: id) ?? nil
    running[id] = record?.isRunning == true ? record : nil
    if let record, record.startTime != former?.startTime {
      starts.insert(StartTimeHeap.Entry(start: record.startTime, id: id))
    }
    starts.dropLast { [records] in records[$0.id]??.startTime != $0.start }
  }

  /// That of the records that started last, of those whose ids are wanted.
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

  /// Gives an image to another record, or another name.
  package mutating func moveImage(_ name: ImageReference, to newName: ImageReference) {
    if case .some(.some(let unwritten)) = images[name] {
      deleteImage(name)
      save(unwritten, as: newName)
    } else {
      let stored = movedImages.first { $0.value == name }?.key ?? name
      movedImages[stored] = newName
    }
  }

  /// Adds what a later call changed, as far as others see it; how it is written is each call's own.
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

/// An image that lies beside the file of its record.
package struct ImageReference: Sendable, Hashable {
  package let record: UUID
  /// As `TimeRecord.images` has it.
  package let file: String

  package init(record: UUID, file: String) {
    self.record = record
    self.file = file
  }
}
