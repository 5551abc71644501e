import Foundation
import IntentKit
package import JSONText
import MinutaCore

/// A change of a record, a tag or a file in the history or in the plan of a dry run.
package struct ChangeResult: ResultPart {
  /// The kind of change: `record`, `tag` or `file`.
  package let kind: String
  /// The id of the record or tag.
  package var id: String?
  /// The record or tag before the change; null if it didn't exist.
  package var before: JSONValue?
  /// The record or tag after the change; null if it no longer exists.
  package var after: JSONValue?
  /// The file that a repair is about.
  package var file: String?
  /// The files that a repair writes.
  package var written: [String]?
  /// The files that a repair moves.
  package var moved: [Move]?

  package struct Move: Codable, Sendable {
    package let from: String
    package let to: String
  }

  init<Entity>(_ change: EntityChange<Entity>, _ kind: String) {
    self.kind = kind
    id = change.id.uuidString
    before = change.before.flatMap { try? JSONValue(parsing: $0.text) } ?? .null
    after = change.after.flatMap { try? JSONValue(parsing: $0.text) } ?? .null
  }

  init<Entity>(
    _ change: EntityChangePreview<Entity>,
    _ kind: String,
    _ json: (Entity) -> JSONValue
  ) {
    self.kind = kind
    id = change.id.uuidString
    before = change.before.map(json) ?? .null
    after = change.after.map(json) ?? .null
  }

  init(_ repair: StoreRepair) {
    kind = "file"
    file = repair.subject
    written = repair.texts.map(\.path)
    moved = repair.moves.map { Move(from: $0.from, to: $0.to) }
  }
}

/// An image that is added or deleted, in the plan of a dry run.
struct ImageChangeResult: ResultPart {
  let kind: String
  /// The id of the image's record.
  let record: String
  let file: String

  init(_ image: ImageReference) {
    kind = "image"
    record = image.record.uuidString
    file = image.file
  }
}
