import IntentKit
import JSONText
import MinutaCore

enum SwitchTimer: BuiltInIntent {
  static let definition = PackageResources.SwitchTimer_json
  static let movesTime = true
  static let notesClocks = true

  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer {
    let tag = try values.tag("tag")
    let switched = try run.tracker.switchTimer(to: try run.timerStart(values))
    let timer = switched.timer
    run.touch([timer])
    let started =
      switched.wasRunning
      ? "\(timer.name) goes on, since \(run.words.moment(timer.record.startTime))"
        + "\(run.words.id(timer))."
      : run.started(timer, tag)
    return Answer(
      [
        "record": timer.json(run.times),
        "alreadyRunning": .bool(switched.wasRunning),
        "stopped": .array(switched.stopped.map { $0.json(run.times) }),
      ],
      dialog: run.stopped(switched.stopped, before: started)
    )
  }
}
