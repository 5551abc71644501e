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
    try context.confirm("delete", cancelled)
    let tags = try context.tracker.transaction.tags()
    let removed = cancelled.compactMap(\.tag).first { tags[$0.id] == nil }
    let note = removed.map { " The new tag \($0.name.quoted) is gone too." } ?? ""
    return IntentOutput(
      Result(records: context.results(of: cancelled)),
      dialog: cancelled.isEmpty
        ? selection.noTimerMessage
        : "\(context.verb("cancel", past: "Cancelled")) \(cancelled.map { context.formatter.record($0) }.joined(separator: "; ")).\(note)"
    )
  }
}
