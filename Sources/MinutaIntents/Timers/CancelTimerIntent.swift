import Foundation
import IntentKit
import MinutaCore

struct CancelTimerIntent: BuiltInIntent {
  static let definition = PackageResources.CancelTimer_json

  struct Parameters: Codable {
    let tag: TagReference?
    let record: RecordReference?
    let confirm: Bool
  }

  struct Result: Codable {
    let records: [RecordResult]
  }

  let parameters: Parameters

  func validate(now: Date) throws(Failure) {
    _ = try TimerSelection(parameters.tag, parameters.record)
  }

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let selection = try TimerSelection(parameters.tag, parameters.record)
    let cancelled = try context.tracker.cancelTimers(selection)
    try context.confirm("delete", records: cancelled.count)
    return IntentOutput(
      Result(records: context.results(of: cancelled)),
      dialog: cancelled.isEmpty
        ? selection.noTimerMessage
        : "\(context.verb("cancel", past: "Cancelled")) \(cancelled.map { context.formatter.record($0) }.joined(separator: "; "))."
    )
  }
}
