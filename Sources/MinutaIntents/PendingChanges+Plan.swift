import Foundation
import JSONText
import MinutaCore

extension PendingChanges {
  /// The changes as a plan has them.
  func json(now: Date) -> [JSONValue] {
    records.map { $0.json("record") { $0.json(now: now) } }
      + tags.map { $0.json("tag", \.json) }
      + images.map { image in
        ["kind": "image", "record": .string(image.record.uuidString), "file": .string(image.file)]
      }
      + repairs.map(\.json)
  }
}

extension PendingChange {
  fileprivate func json(_ kind: String, _ json: (Entity) -> JSONValue) -> JSONValue {
    [
      "kind": .string(kind), "id": .string(id.uuidString),
      "before": before.map(json) ?? .null, "after": after.map(json) ?? .null,
    ]
  }
}
