import Foundation
import JSONText
import MinutaCore

extension JournalEntry {
  /// The journal entry, as changes of records and tags instead of files.
  var history: HistoryEntry {
    HistoryEntry(
      sequence: sequence,
      origin: origin,
      undoes: undoes,
      records: recordChanges,
      tags: tags.map {
        EntityChange(
          id: $0.id,
          before: $0.before.flatMap(StoredTags.image),
          after: $0.after.flatMap(StoredTags.image)
        )
      },
      receivedTags: receivedTags,
      repairs: repairs,
      movedImages: movedImages,
      decisions: decisions
    )
  }

  /// The images that the entry moved from one record to another, by their old reference.
  private var movedImages: [ImageReference: ImageReference] {
    var moved: [ImageReference: ImageReference] = [:]
    for image in imageMoves {
      if case (.record(let from), .record(let to)) = (image.from, image.to), from != to {
        moved[from] = to
      }
    }
    return moved
  }

  /// The repairs in the journal entry, ordered by their first file.
  private var repairs: [StoreRepair] {
    let named = files.compactMap(\.repair) + moves.compactMap(\.repair)
    let subjects = named.enumerated().filter { !named[..<$0.offset].contains($0.element) }
    return subjects.map(\.element).map { subject in
      StoreRepair(
        of: subject,
        texts: files.filter { $0.repair == subject }.map {
          StoreRepair.TextFileChange(path: $0.path, before: $0.before, after: $0.after)
        },
        moves: moves.filter { $0.repair == subject }.map {
          StoreRepair.StoreFileMove(from: $0.from, to: $0.to, isFirst: $0.isFirst)
        }
      )
    }
  }

  /// The changes of tags in a whole `tags.json`.
  private var receivedTags: [EntityChange<Tag>] {
    var before: [UUID: StoredEntity<Tag>] = [:]
    var after: [UUID: StoredEntity<Tag>] = [:]
    for file in files where file.path == StoreLayout.tags {
      before = Self.tags(file.before)
      after = Self.tags(file.after)
    }
    return Self.changes(before, after).filter { $0.before != $0.after }
  }

  private static func tags(_ text: String?) -> [UUID: StoredEntity<Tag>] {
    guard let list = text.flatMap(StoredTags.init(text:)) else { return [:] }
    let tags = list.tags.compactMap { tag in
      list.text(of: tag.id).map { (tag.id, StoredEntity(entity: tag, text: $0)) }
    }
    return Dictionary(tags) { first, _ in first }
  }

  /// The changes of records.
  ///
  /// A record that moved to another path appears as one deleted and one new file.
  private var recordChanges: [EntityChange<TimeRecord>] {
    var before: [UUID: StoredEntity<TimeRecord>] = [:]
    var after: [UUID: StoredEntity<TimeRecord>] = [:]
    for file in files where file.repair == nil && file.path.hasPrefix("\(StoreLayout.records)/") {
      if let image = Self.record(file.before) { before[image.entity.id] = image }
      if let image = Self.record(file.after) { after[image.entity.id] = image }
    }
    return Self.changes(before, after)
  }

  /// Parses the text of a record's file; nil if it isn't a record.
  static func record(_ text: String?) -> StoredEntity<TimeRecord>? {
    guard
      let text, let json = try? JSONValue(parsing: text),
      let stored = try? StoredRecord(json: json)
    else { return nil }
    return StoredEntity(entity: stored.record, text: text)
  }

  private static func changes<Entity>(
    _ before: [UUID: StoredEntity<Entity>],
    _ after: [UUID: StoredEntity<Entity>]
  ) -> [EntityChange<Entity>] {
    Set(before.keys).union(after.keys).sorted { $0.uuidString < $1.uuidString }.map { id in
      EntityChange(id: id, before: before[id], after: after[id])
    }
  }
}
