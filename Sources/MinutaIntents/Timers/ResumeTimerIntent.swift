import IntentKit
import JSONText
import MinutaCore

enum ResumeTimerIntent: BuiltInIntent {
  static let definition = PackageResources.ResumeTimer_json
  static let mayCauseOverlaps = true
  static let recordsUptime = true

  static func perform(_ arguments: IntentArguments, in context: inout IntentContext) throws
    -> IntentResult
  {
    let id = try arguments.requiredRecord()
    let resumed = try context.tracker.resumeTimer(
      like: id,
      at: try context.moment("at", of: arguments) ?? context.now,
      stoppingOthers: context.rules.timers == .stop,
      timeZone: context.timeZone
    )
    context.updateLastRecord([resumed.timer])
    return resumed.result(for: nil, in: context)
  }
}
