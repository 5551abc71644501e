import Foundation
import IntentKit
import JSONText
import MinutaCore

enum CancelTimerIntent: BuiltInIntent {
  static let definition = PackageResources.CancelTimer_json

  static func validate(_ arguments: IntentArguments, now: Date) throws(Failure) {
    _ = try arguments.timerSelection()
  }

  static func perform(_ arguments: IntentArguments, in context: inout IntentContext) throws
    -> IntentResult
  {
    let selection = try arguments.timerSelection()
    let cancelled = try context.tracker.cancelTimers(selection)
    try context.confirm(arguments, "delete", records: cancelled.count)
    return IntentResult(
      ["records": .array(cancelled.map { $0.json(context.recordJSONOptions) })],
      dialog: cancelled.isEmpty
        ? selection.noTimerMessage
        : "\(context.verb("cancel", past: "Cancelled")) \(cancelled.map(context.formatter.record).joined(separator: "; "))."
    )
  }
}
