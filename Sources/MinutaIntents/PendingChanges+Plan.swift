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

  /// The changes in words, as one sentence.
  var sentence: String {
    let deeds = [
      deed("make") { $0 == nil && $1 != nil }, deed("change") { $0 != nil && $1 != nil },
      deed("delete") { $0 != nil && $1 == nil },
      words("change", [(images.count, "image")]), words("put right", [(repairs.count, "file")]),
    ]
    let list = deeds.compactMap { $0 }.joined(separator: ", ")
    return list.isEmpty ? "It would change nothing." : "It would \(list)."
  }

  private func deed(_ verb: String, _ isIt: (Any?, Any?) -> Bool) -> String? {
    words(
      verb,
      [
        (records.count { isIt($0.before, $0.after) }, "record"),
        (tags.count { isIt($0.before, $0.after) }, "tag"),
      ]
    )
  }

  private func words(_ verb: String, _ counts: [(Int, String)]) -> String? {
    let parts = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
    return parts.isEmpty ? nil : "\(verb) \(parts.joined(separator: " and "))"
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
