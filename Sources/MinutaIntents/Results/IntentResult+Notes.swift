import IntentKit
import JSONText
import MinutaCore

extension IntentResult {
  /// Returns the result with notes appended to its sentence.
  func addingNotes(_ notes: [String]) -> IntentResult {
    var result = self
    for note in notes where !note.isEmpty {
      result.dialog += result.dialog.isEmpty ? note : " \(note)"
    }
    return result
  }

  /// Returns the result with lists of the files and of the data folders that were left out as
  /// unusable.
  func reporting(
    _ files: [SkippedFile],
    _ stores: [SkippedStore],
    _ formatter: SentenceFormatter
  ) -> IntentResult {
    if files.isEmpty, stores.isEmpty { return self }
    var (value, notes) = (value, [String]())
    if let first = files.first {
      value["skippedFiles"] = .array(
        files.map { ["file": .string($0.path), "reason": .string($0.reason)] }
      )
      let others = files.count == 1 ? "" : " and \(files.count - 1) more"
      notes.append("Skipped \(first.path.quotedPath) (\(first.reason))\(others).")
    }
    if !stores.isEmpty {
      let reasons = stores.map { $0.error.reason(formatter) }
      value["skippedStores"] = .array(
        zip(stores, reasons).map { ["store": .string($0.name), "reason": .string($1)] }
      )
      let names = zip(stores, reasons).map { "\($0.name.quotedPath) (\($1))" }
      notes.append("Skipped the \(names.count == 1 ? "folder" : "folders") \(names.joinedAsList).")
    }
    var result = IntentResult(value, dialog: dialog, plan: plan, isRepeated: isRepeated)
    result.file = file
    return result.addingNotes(notes)
  }
}

extension TrackingError {
  /// Returns the reason why a data folder can't be read, to stand in brackets after its name.
  fileprivate func reason(_ formatter: SentenceFormatter) -> String {
    switch self {
    case .storeGone: "it is missing or empty, but had data before"
    case .storeUnreadable(_, let reason): reason
    default: message(formatter)
    }
  }
}
