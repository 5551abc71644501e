package import Foundation

/// An entry of the history: the changes that one call made.
package struct HistoryEntry: Sendable, Equatable {
  /// The number of the entry in this machine's history, counted from 1.
  package let sequence: Int
  package let origin: ChangeOrigin
  /// The sequence numbers of the entries that this one undid.
  package let undoes: [Int]
  package let records: [EntityChange<TimeRecord>]
  package let tags: [EntityChange<Tag>]
  /// The changes of tags that came with a whole list, such as by a sync; undo leaves them alone.
  package let receivedTags: [EntityChange<Tag>]
  /// The repairs of store files.
  ///
  /// Each repair is undone either completely or not at all.
  package let repairs: [StoreRepair]
  /// The images that the call moved between records: old references mapped to new ones.
  package let movedImages: [ImageReference: ImageReference]
  package let decisions: [IdleTimeDecision]
  /// The path outside the data folder that made the store reject the entry.
  ///
  /// Nil if the entry is valid. The changes of a rejected entry are unknown.
  package var refusedPath: String?

  package init(
    sequence: Int,
    origin: ChangeOrigin,
    undoes: [Int],
    records: [EntityChange<TimeRecord>],
    tags: [EntityChange<Tag>],
    receivedTags: [EntityChange<Tag>] = [],
    repairs: [StoreRepair] = [],
    movedImages: [ImageReference: ImageReference] = [:],
    decisions: [IdleTimeDecision] = []
  ) {
    self.sequence = sequence
    self.origin = origin
    self.undoes = undoes
    self.records = records
    self.tags = tags
    self.receivedTags = receivedTags
    self.repairs = repairs
    self.movedImages = movedImages
    self.decisions = decisions
  }
}

/// The state of a record or tag before and after a call.
///
/// `before` is nil if the call created it, and `after` is nil if the call deleted it.
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

/// A record or tag together with its JSON text in the store.
///
/// The text may contain fields that Minuta doesn't know, so it is kept for undo.
package struct StoredEntity<Entity: Sendable & Equatable>: Sendable, Equatable {
  package let entity: Entity
  /// The JSON text, exactly as it is in the store's file.
  package let text: String

  package init(entity: Entity, text: String) {
    self.entity = entity
    self.text = text
  }
}

/// The stored result of a call that had an idempotency key.
///
/// If the call is repeated with the same key, it returns this result instead of running again.
package struct IdempotentResult: Sendable, Hashable {
  package let key: String
  /// The text of the call in canonical form.
  ///
  /// It shows whether a later call with the same key is really the same call.
  package let call: String
  package let answer: String
  /// The number of the call's history entry, or nil if the call changed nothing or isn't committed
  /// yet.
  package var entry: Int?

  package init(key: String, call: String, answer: String) {
    self.key = key
    self.call = call
    self.answer = answer
  }
}
