import Foundation
import IntentKit
import JSONText
import MinutaCore

extension CallChangePreview {
  /// Returns the changes for the plan of a dry run.
  func results(_ options: RecordResultOptions) -> [ChangeResult] {
    records.map { ChangeResult($0, "record") { RecordResult($0, options).json } }
      + tags.map { ChangeResult($0, "tag") { TagResult($0).json } }
      + images.map(ChangeResult.init) + repairs.map(ChangeResult.init)
  }
}

extension IntentResult {
  /// Returns the result as that of a dry run, with a plan of the changes.
  func asDryRun(
    _ arguments: JSONObject,
    _ changes: [ChangeResult],
    needsConfirmation: Bool = false
  ) -> IntentResult {
    var result = self
    if isRepeated {
      result.dialog = "Would change nothing: this key was already used. \(dialog)"
    }
    result.plan = DryRunPlan(
      values: arguments,
      changes: changes.map(\.json),
      needsConfirmation: needsConfirmation
    )
    return result
  }
}
