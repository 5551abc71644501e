import IntentKit
import JSONText
import MinutaCore

enum ToggleTimer: BuiltInIntent {
  static let definition = PackageResources.ToggleTimer_json
  static let movesTime = true
  static let notesClocks = true

  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer {
    let tag = try values.tag("tag")
    let day = try run.day(ofEnding: tag.map { .tag($0) } ?? .all)
    switch try run.tracker.toggleTimer(try run.timerStart(values, on: day)) {
    case .started(let started):
      run.touch([started.timer])
      let value: JSONObject = ["records": [started.timer.json(run.times)], "started": true]
      return Answer(
        value.adding(started, run),
        dialog: run.started(started, tag, isParallel: false)
      )
    case .stopped(let timers):
      if timers.count == 1 { run.touch(timers) }
      return Answer(
        ["records": .array(timers.map { $0.json(run.times) }), "started": false],
        dialog: run.stopped(timers)
      )
    }
  }
}
