import Foundation
import IntentKit
import JSONText
import MinutaCore

extension CallChangePreview {
  /// Returns the changes as JSON, for the plan of a dry run.
  func json(_ options: RecordResultOptions) -> [JSONValue] {
    records.map { ChangeResult($0, "record") { RecordResult($0, options).json }.json }
      + tags.map { ChangeResult($0, "tag") { TagResult($0).json }.json }
      + images.map { ImageChangeResult($0).json } + repairs.map { ChangeResult($0).json }
  }
}

extension IntentResult {
  /// Returns the result as that of a dry run, with a plan of the changes.
  func asDryRun(
    _ arguments: JSONObject,
    _ changes: [JSONValue],
    needsConfirmation: Bool = false
  ) -> IntentResult {
    var result = self
    if isRepeated {
      result.notice = "Would change nothing: this key was already used. " + notice
    }
    result.plan = DryRunPlan(
      values: arguments,
      changes: changes,
      needsConfirmation: needsConfirmation
    )
    return result
  }
}
