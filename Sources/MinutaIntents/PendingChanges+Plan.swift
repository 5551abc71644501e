import Foundation
import IntentKit
import JSONText
import MinutaCore

extension PendingChanges {
  /// The changes as a plan has them.
  func json(_ times: AnswerTimes) -> [JSONValue] {
    records.map { $0.json("record") { $0.json(times) } }
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

extension Answer {
  /// The answer with what would be changed.
  func planned(
    _ values: JSONObject,
    _ changes: PendingChanges,
    _ times: AnswerTimes,
    needsConfirmation: Bool = false
  ) -> Answer {
    var answer = self
    if isRepeated {
      answer.dialog = "Would change nothing: the key was used before. \(dialog)"
    }
    answer.plan = Plan(
      values: values,
      changes: changes.json(times),
      needsConfirmation: needsConfirmation
    )
    return answer
  }
}
