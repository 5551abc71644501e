import IntentKit
import JSONText
import MinutaCore

enum SwitchTimerIntent: BuiltInIntent {
  static let definition = PackageResources.SwitchTimer_json
  static let mayCauseOverlaps = true
  static let recordsUptime = true

  static func perform(_ arguments: IntentArguments, in context: inout IntentContext) throws
    -> IntentResult
  {
    let tag = try arguments.tag("tag")
    let switched = try context.tracker.switchTimer(to: try context.timerStart(arguments))
    let timer = switched.timer
    context.updateLastRecord([timer])
    let started =
      switched.wasRunning
      ? "\(timer.name) keeps running, since \(context.formatter.moment(timer.record.startTime))"
        + "\(context.formatter.id(timer))."
      : context.startedSentence(timer, tag)
    return IntentResult(
      [
        "record": timer.json(context.recordJSONOptions),
        "alreadyRunning": .bool(switched.wasRunning),
        "stopped": .array(switched.stopped.map { $0.json(context.recordJSONOptions) }),
      ],
      dialog: context.stoppedSentence(switched.stopped, before: started)
    )
  }
}
