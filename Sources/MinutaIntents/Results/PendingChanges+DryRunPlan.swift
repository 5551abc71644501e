import Foundation
import IntentKit
import JSONText
import MinutaCore

extension CallChangePreview {
  /// Returns the changes as JSON, for the plan of a dry run.
  func json(_ options: RecordJSONOptions) -> [JSONValue] {
    records.map { $0.json("record") { $0.json(options) } }
      + tags.map { $0.json("tag", \.json) }
      + images.map { image in
        ["kind": "image", "record": .string(image.record.uuidString), "file": .string(image.file)]
      }
      + repairs.map(\.json)
  }
}

extension EntityChangePreview {
  fileprivate func json(_ kind: String, _ json: (Entity) -> JSONValue) -> JSONValue {
    [
      "kind": .string(kind), "id": .string(id.uuidString),
      "before": before.map(json) ?? .null, "after": after.map(json) ?? .null,
    ]
  }
}

extension IntentResult {
  /// Returns the result as that of a dry run, with a plan of the changes.
  func asDryRun(
    _ arguments: JSONObject,
    _ changes: CallChangePreview,
    _ options: RecordJSONOptions,
    needsConfirmation: Bool = false
  ) -> IntentResult {
    var result = self
    if isRepeated {
      result.dialog = "Would change nothing: this key was already used. \(dialog)"
    }
    result.plan = DryRunPlan(
      values: arguments,
      changes: changes.json(options),
      needsConfirmation: needsConfirmation
    )
    return result
  }
}
