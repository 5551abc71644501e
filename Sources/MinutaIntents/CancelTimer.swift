import Foundation
import IntentKit
import JSONText
import MinutaCore

enum CancelTimer: BuiltInIntent {
  static let definition = PackageResources.CancelTimer_json

  static func check(_ values: IntentValues, now: Date) throws(IntentError) {
    _ = try values.timerSelection()
  }

  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer {
    let selection = try values.timerSelection()
    let cancelled = try run.tracker.cancelTimers(selection)
    try run.confirm(values, "delete", records: cancelled.count)
    return Answer(
      ["records": .array(cancelled.map { $0.json(run.times) })],
      dialog: cancelled.isEmpty
        ? selection.nothingRuns
        : "\(run.verb("cancel", past: "Cancelled")) \(cancelled.map(run.words.record).joined(separator: "; "))."
    )
  }
}
