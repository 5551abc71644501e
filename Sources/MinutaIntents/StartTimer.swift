import IntentKit
import JSONText
import MinutaCore

enum StartTimer: BuiltInIntent {
  static let definition = PackageResources.StartTimer_json

  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer {
    let tag = try values.tag("tag")
    let start = TimerStart(
      tag: tag,
      comment: values.comment,
      start: try values.moment("at") ?? run.now,
      isParallel: values.flag("parallel"),
      timeZone: run.timeZone
    )
    let started = try run.tracker.startTimer(start)
    let timer = started.timer
    return Answer(
      ["record": timer.json(now: run.now), "alreadyRunning": .bool(started.wasRunning)],
      dialog: dialog(timer, started.wasRunning, tag, run.words)
    )
  }

  private static func dialog(
    _ timer: TaggedRecord,
    _ wasRunning: Bool,
    _ tag: TagReference?,
    _ words: TimeWords
  ) -> String {
    let start = words.moment(timer.record.startTime)
    if wasRunning { return "A timer for \(timer.name) is running already, since \(start)." }
    if case .name = tag { return "Started \(timer.name), a new tag, at \(start)." }
    return "Started \(timer.name) at \(start)."
  }
}
