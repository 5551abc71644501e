package import Foundation

/// What a call changed, as the store remembers it.
package struct HistoryEntry: Sendable, Equatable {
  /// Counts the changes on this machine, from 1.
  package let sequence: Int
  package let origin: ChangeOrigin
  /// The sequences of the entries that this one took back.
  package let undoes: [Int]
  package let records: [EntityChange<TimeRecord>]
  package let tags: [EntityChange<Tag>]
  /// What was put right in files, each to be taken back as a whole.
  package let repairs: [StoreRepair]
  /// The images that one record has from another, by what they were.
  package let movedImages: [ImageReference: ImageReference]
  package let decisions: [IdleTimeDecision]
  /// The path for which the store refused the entry, so that its changes are not known.
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

/// A record or a tag before and after a call; nil where it was not there.
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

/// A record or a tag as it was stored, with all that the store alone understands.
package struct StoredEntity<Entity: Sendable & Equatable>: Sendable, Equatable {
  package let entity: Entity
  /// The store's own text for it.
  package let text: String

  package init(entity: Entity, text: String) {
    self.entity = entity
    self.text = text
  }
}

/// The answer of a call that came with a key, kept so that the call can be repeated.
package struct IdempotentResult: Sendable, Hashable {
  package let key: String
  /// The call in a form that is the same for the same call.
  package let call: String
  package let answer: String
  /// The entry of history that the call was; nil while it is not written.
  package var entry: Int?

  package init(key: String, call: String, answer: String) {
    self.key = key
    self.call = call
    self.answer = answer
  }
}
