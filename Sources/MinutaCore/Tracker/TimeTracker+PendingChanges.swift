package import Foundation

/// The state of a record or tag before and after a call that hasn't been committed yet.
///
/// `before` is nil if the call creates it, and `after` is nil if the call deletes it.
package struct EntityChangePreview<Entity: Sendable & Equatable>: Sendable, Equatable {
  package let id: UUID
  package let before: Entity?
  package let after: Entity?
}

/// The changes of a call that hasn't been committed yet, to describe them in a dry run or a prompt.
package struct CallChangePreview: Sendable, Equatable {
  /// The changed records, sorted by start, then by id.
  package let records: [EntityChangePreview<TaggedRecord>]
  package let tags: [EntityChangePreview<Tag>]
  /// The repairs of store files, in the order in which they will be applied.
  package let repairs: [StoreRepair]
  /// The image files that are added or deleted, sorted by file name.
  package let images: [ImageReference]

  package static let none = CallChangePreview(records: [], tags: [], repairs: [], images: [])
}

extension TimeTracker {
  /// The ids of the records that the current call has created so far.
  package var newRecords: Set<UUID> { transaction.changes.createdRecords }

  /// Returns the changes of the current call so far.
  package func pendingChanges() throws(TrackingError) -> CallChangePreview {
    let changes = transaction.changes
    let (tagsBefore, tagsNow) = try transaction.tagsAroundCall()
    var records: [EntityChangePreview<TaggedRecord>] = []
    for (id, after) in changes.records {
      let before = try transaction.recordBeforeCall(id)
      if before == after { continue }
      records.append(
        EntityChangePreview(
          id: id,
          before: before.map { TaggedRecord(record: $0, in: tagsBefore) },
          after: after.map { TaggedRecord(record: $0, in: tagsNow) }
        )
      )
    }
    let ids = changes.tags.map(\.id) + changes.deletedTags.sorted { $0.uuidString < $1.uuidString }
    return CallChangePreview(
      records: records.sorted { first, second in
        guard let one = first.either, let other = second.either else { return false }
        return TimeRecord.isBefore(one, other)
      },
      tags: ids.map { EntityChangePreview(id: $0, before: tagsBefore[$0], after: tagsNow[$0]) },
      repairs: changes.repairs,
      images: changes.images.keys.sorted { $0.file < $1.file }
    )
  }
}

extension EntityChangePreview<TaggedRecord> {
  fileprivate var either: TimeRecord? { (after ?? before)?.record }
}

extension TaggedRecord {
  fileprivate init(record: TimeRecord, in tags: TagList) {
    self.init(record: record, tag: record.tagId.flatMap { tags[$0] })
  }
}
