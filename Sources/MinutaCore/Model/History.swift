package import Foundation

/// The changes of one call, as recorded in the history.
package struct HistoryEntry: Sendable, Equatable {
  /// The entry's number.
  ///
  /// Each machine numbers its entries from 1.
  package let sequence: Int
  package let origin: ChangeOrigin
  /// The sequence numbers of the entries that this one undid.
  package let undoes: [Int]
  package let records: [EntityChange<TimeRecord>]
  package let tags: [EntityChange<Tag>]
  /// The file repairs.
  ///
  /// Each is undone as a whole.
  package let repairs: [StoreRepair]
  /// The images that moved from one record to another: old reference to new reference.
  package let movedImages: [ImageReference: ImageReference]
  package let decisions: [IdleTimeDecision]
  /// The path that made the store reject the entry, or nil if the entry is valid.
  ///
  /// The changes of a rejected entry are unknown.
  package var refusedPath: String?

  package init(
    sequence: Int,
    origin: ChangeOrigin,
    undoes: [Int],
    records: [EntityChange<TimeRecord>],
    tags: [EntityChange<Tag>],
    repairs: [StoreRepair] = [],
    movedImages: [ImageReference: ImageReference] = [:],
    decisions: [IdleTimeDecision] = []
  ) {
    self.sequence = sequence
    self.origin = origin
    self.undoes = undoes
    self.records = records
    self.tags = tags
    self.repairs = repairs
    self.movedImages = movedImages
    self.decisions = decisions
  }
}

/// A record or tag before and after a call.
///
/// `before` or `after` is nil if it didn't exist.
package struct EntityChange<Entity: Sendable & Equatable>: Sendable, Equatable {
  package let id: UUID
  package let before: StoredEntity<Entity>?
  package let after: StoredEntity<Entity>?

  package init(id: UUID, before: StoredEntity<Entity>?, after: StoredEntity<Entity>?) {
    self.id = id
    self.before = before
    self.after = after
  }
}

/// A record or tag with its stored text, which may contain fields that only the store knows.
package struct StoredEntity<Entity: Sendable & Equatable>: Sendable, Equatable {
  package let entity: Entity
  /// The JSON text in the store.
  package let text: String

  package init(entity: Entity, text: String) {
    self.entity = entity
    self.text = text
  }
}

/// The result of a call with an idempotency key, stored so that a repeated call returns it.
package struct IdempotentResult: Sendable, Hashable {
  package let key: String
  /// The call in canonical form, to check that a repeated call is the same.
  package let call: String
  package let answer: String
  /// The call's history entry, or nil if it isn't written yet.
  package var entry: Int?

  package init(key: String, call: String, answer: String) {
    self.key = key
    self.call = call
    self.answer = answer
  }
}
