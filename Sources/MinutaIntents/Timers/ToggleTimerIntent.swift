import IntentKit
import JSONText
import MinutaCore

enum ToggleTimerIntent: BuiltInIntent {
  static let definition = PackageResources.ToggleTimer_json
  static let mayCauseOverlaps = true
  static let recordsUptime = true

  static func perform(_ arguments: IntentArguments, in context: inout IntentContext) throws
    -> IntentResult
  {
    let tag = try arguments.tag("tag")
    let day = try context.dayOfEnd(for: tag.map { .tag($0) } ?? .all)
    switch try context.tracker.toggleTimer(try context.timerStart(arguments, on: day)) {
    case .started(let started):
      context.updateLastRecord([started.timer])
      let value: JSONObject = [
        "records": [started.timer.json(context.recordJSONOptions)], "started": true,
      ]
      return IntentResult(
        value.addingOtherTimers(started, context),
        dialog: context.startedSentence(started, tag, isParallel: false)
      )
    case .stopped(let timers):
      if timers.count == 1 { context.updateLastRecord(timers) }
      return IntentResult(
        ["records": .array(timers.map { $0.json(context.recordJSONOptions) }), "started": false],
        dialog: context.stoppedSentence(timers)
      )
    }
  }
}
