import IntentKit
import JSONText
import MinutaCore

extension IntentResult {
  /// Returns the result with a list of the files that were left out as unusable.
  func reporting(_ files: [SkippedFile]) -> IntentResult {
    guard let first = files.first else { return self }
    var value = value
    value["skippedFiles"] = .array(
      files.map { ["file": .string($0.path), "reason": .string($0.reason)] }
    )
    let others = files.count == 1 ? "" : " and \(files.count - 1) more"
    var result = IntentResult(value, dialog: notice, plan: plan, isRepeated: isRepeated)
    result.file = file
    return result.addingNotes(["Skipped \(first.path.quotedPath) (\(first.reason))\(others)."])
  }
}
