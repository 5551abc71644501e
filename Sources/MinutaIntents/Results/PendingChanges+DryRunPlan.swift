import Foundation
import IntentKit
import JSONText
import MinutaCore

extension PendingChanges {
  /// The changes as a plan has them.
  func json(_ options: RecordJSONOptions) -> [JSONValue] {
    records.map { $0.json("record") { $0.json(options) } }
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

extension IntentResult {
  /// The answer with what would be changed.
  func asDryRun(
    _ arguments: JSONObject,
    _ changes: PendingChanges,
    _ options: RecordJSONOptions,
    needsConfirmation: Bool = false
  ) -> IntentResult {
    var answer = self
    if isRepeated {
      answer.dialog = "Would change nothing: the key was used before. \(dialog)"
    }
    answer.plan = DryRunPlan(
      values: arguments,
      changes: changes.json(options),
      needsConfirmation: needsConfirmation
    )
    return answer
  }
}
