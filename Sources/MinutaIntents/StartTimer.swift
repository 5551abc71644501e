import IntentKit
import JSONText
import MinutaCore

enum StartTimer: BuiltInIntent {
  static let definition = PackageResources.StartTimer_json
  static let movesTime = true
  static let notesClocks = true

  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer {
    let forgotten = run.isRehearsal ? [] : try run.forgottenTimers()
    let started = try run.tracker.startTimer(try run.timerStart(values))
    return started.answer(to: try values.tag("tag"), in: run).adding(forgotten, run)
  }
}

extension Answer {
  /// The answer with the timers that ran while nobody was there.
  fileprivate func adding(_ forgotten: [ForgottenTimer], _ run: IntentRun) -> Answer {
    if forgotten.isEmpty { return self }
    var value = value
    value["unresolved"] = .array(forgotten.map { $0.json(in: run) })
    return Answer(value, dialog: dialog + forgotten.note(run))
  }
}

extension StartedTimer {
  /// The answer of an intent that starts a timer.
  ///
  /// - Parameter tag: the tag it was asked for with.
  func answer(to tag: TagReference?, in run: IntentRun) -> Answer {
    Answer(
      ["record": timer.json(now: run.now), "alreadyRunning": .bool(wasRunning)],
      dialog: wasRunning
        ? "A timer for \(timer.name) is running already, since "
          + "\(run.words.moment(timer.record.startTime))."
        : run.started(timer, tag)
    )
  }
}

extension IntentRun {
  func started(_ timer: TaggedRecord, _ tag: TagReference?) -> String {
    let verb = verb("start", past: "Started")
    let start = words.moment(timer.record.startTime)
    if case .name = tag { return "\(verb) \(timer.name), a new tag, at \(start)." }
    return "\(verb) \(timer.name) at \(start)."
  }
}
