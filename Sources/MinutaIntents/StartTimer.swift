import IntentKit
import JSONText
import MinutaCore

enum StartTimer: BuiltInIntent {
  static let definition = PackageResources.StartTimer_json
  static let movesTime = true
  static let notesClocks = true

  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer {
    var forgotten = run.isRehearsal ? [] : try run.forgottenTimers()
    let start = try run.timerStart(values)
    let started = try run.tracker.startTimer(start)
    run.touch([started.timer])
    forgotten.removeAll { timer in
      started.stopped.contains { $0.record.id == timer.timer.record.id }
    }
    return started.answer(to: start.tag, isParallel: start.isParallel, in: run)
      .adding(forgotten, run)
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
  /// - Parameters:
  ///   - tag: the tag it was asked for with.
  ///   - isParallel: whether it was asked to run beside others.
  func answer(to tag: TagReference?, isParallel: Bool = false, in run: IntentRun) -> Answer {
    let value: JSONObject = [
      "record": timer.json(run.times), "alreadyRunning": .bool(wasRunning),
    ]
    return Answer(
      value.adding(self, run),
      dialog: run.started(self, tag, isParallel: isParallel)
    )
  }
}

extension JSONObject {
  /// The value with the timers that were stopped for a timer, and those that run beside it.
  func adding(_ started: StartedTimer, _ run: IntentRun) -> JSONObject {
    var value = self
    if !started.stopped.isEmpty {
      value["stopped"] = .array(started.stopped.map { $0.json(run.times) })
    }
    // The overlap policy `adjust` ends the others, so that no timer runs on.
    if !started.stillRunning.isEmpty, run.rules.overlap != .adjust {
      value["stillRunning"] = .array(started.stillRunning.map { $0.json(run.times) })
    }
    return value
  }
}

extension IntentRun {
  /// Returns the sentence about a start, with the timers that it stopped or that run beside it.
  func started(_ started: StartedTimer, _ tag: TagReference?, isParallel: Bool) -> String {
    let timer = started.timer
    let since = words.moment(timer.record.startTime)
    let sentence =
      started.wasRunning
      ? "A timer for \(timer.name) is running already, since \(since)\(words.id(timer))."
      : self.started(timer, tag)
    // With another policy for overlaps, that names the timers.
    let isSaid = rules.timers == .warn && rules.overlap == .allow && !isParallel
    return stopped(started.stopped, before: sentence)
      + (isSaid ? stillRunning(started.stillRunning) : "")
  }

  private func stillRunning(_ timers: [TaggedRecord]) -> String {
    if timers.isEmpty { return "" }
    let more = timers.count > 3 ? ["\(timers.count - 3) more"] : []
    let names = (timers.prefix(3).map(\.name) + more).listed
    let isOne = timers.count == 1
    let verb = isRehearsal ? "would still be" : isOne ? "is still" : "are still"
    return " \(names.prefix(1).uppercased())\(names.dropFirst()) \(verb) running; "
      + "'minuta switch' stops \(isOne ? "it" : "them") first."
  }

  func started(_ timer: TaggedRecord, _ tag: TagReference?) -> String {
    let verb = verb("start", past: "Started")
    let start = "\(words.moment(timer.record.startTime))\(words.id(timer))"
    if case .name = tag { return "\(verb) \(timer.name), a new tag, at \(start)." }
    return "\(verb) \(timer.name) at \(start)."
  }
}
