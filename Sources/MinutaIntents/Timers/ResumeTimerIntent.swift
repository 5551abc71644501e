import IntentKit
import MinutaCore

struct ResumeTimerIntent: BuiltInIntent {
  static let definition = PackageResources.ResumeTimer_json
  static let mayCauseOverlaps = true
  static let recordsUptime = true

  struct Parameters: Codable {
    let record: RecordReference
    let at: Moment?
  }

  typealias Result = StartTimerIntent.Result

  let parameters: Parameters

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let resumed = try context.tracker.resumeTimer(
      like: parameters.record.id,
      at: context.date(of: parameters.at, "at") ?? context.now,
      stoppingOthers: context.rules.timers == .stop,
      timeZone: context.timeZone
    )
    context.updateLastRecord([resumed.timer])
    return resumed.output(for: nil, in: context)
  }
}
