import Foundation
import JSONText
import MinutaCore

/// The JSON text of a tag before and after a transaction; nil if the tag doesn't exist.
struct TagChange: Sendable, Equatable {
  let id: UUID
  let before: String?
  let after: String?

  var reversed: TagChange { TagChange(id: id, before: after, after: before) }
}

extension TagChange {
  init?(json: JSONValue) {
    guard let id = json["id"]?.string.flatMap(UUID.of) else { return nil }
    self.init(id: id, before: json["before"]?.string, after: json["after"]?.string)
  }

  var json: JSONValue {
    [
      "id": .string(id.text), "before": before.map { .string($0) } ?? .null,
      "after": after.map { .string($0) } ?? .null,
    ]
  }
}
