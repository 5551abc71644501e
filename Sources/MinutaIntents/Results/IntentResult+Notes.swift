import IntentKit
import JSONText
import MinutaCore

extension IntentResult {
  /// The answer with sentences about choices that were made on the way.
  func addingNotes(_ notes: [String]) -> IntentResult {
    var answer = self
    for note in notes where !note.isEmpty {
      answer.dialog += answer.dialog.isEmpty ? note : " \(note)"
    }
    return answer
  }

  /// The answer with the files that could not be used on the way to it.
  func reportingSkippedFiles(_ files: [SkippedFile]) -> IntentResult {
    guard let first = files.first else { return self }
    var value = value
    value["skippedFiles"] = .array(
      files.map { ["file": .string($0.path), "reason": .string($0.reason)] }
    )
    let others = files.count == 1 ? "" : ", and \(files.count - 1) more"
    return IntentResult(
      value,
      dialog: "\(dialog) Could not be used: \(first.path.quotedPath) (\(first.reason))\(others).",
      plan: plan,
      isRepeated: isRepeated
    )
  }
}
