import IntentKit
import JSONText
import MinutaCore

enum StartTimerIntent: BuiltInIntent {
  static let definition = PackageResources.StartTimer_json
  static let mayCauseOverlaps = true
  static let recordsUptime = true

  static func perform(_ arguments: IntentArguments, in context: inout IntentContext) throws
    -> IntentResult
  {
    var forgotten = context.isDryRun ? [] : try context.forgottenTimers()
    let start = try context.timerStart(arguments)
    let started = try context.tracker.startTimer(start)
    context.updateLastRecord([started.timer])
    forgotten.removeAll { timer in
      started.stopped.contains { $0.record.id == timer.timer.record.id }
    }
    return started.result(for: start.tag, isParallel: start.isParallel, in: context)
      .addingForgottenTimers(forgotten, context)
  }
}

extension IntentResult {
  /// Returns the result with the timers that kept running while the user was away.
  fileprivate func addingForgottenTimers(_ forgotten: [ForgottenTimer], _ context: IntentContext)
    -> IntentResult
  {
    if forgotten.isEmpty { return self }
    var value = value
    value["unresolved"] = .array(forgotten.map { $0.json(in: context) })
    return IntentResult(value, dialog: dialog + forgotten.note(context))
  }
}

extension TimerStartResult {
  /// Returns the result of an intent that starts a timer.
  ///
  /// - Parameters:
  ///   - tag: the requested tag.
  ///   - isParallel: whether the call asked for a timer beside the running ones.
  func result(for tag: TagReference?, isParallel: Bool = false, in context: IntentContext)
    -> IntentResult
  {
    let value: JSONObject = [
      "record": timer.json(context.recordJSONOptions), "alreadyRunning": .bool(wasRunning),
    ]
    return IntentResult(
      value.addingOtherTimers(self, context),
      dialog: context.startedSentence(self, tag, isParallel: isParallel)
    )
  }
}

extension JSONObject {
  /// Returns the result's value with two lists: the timers that the call stopped and those that
  /// still run.
  func addingOtherTimers(_ started: TimerStartResult, _ context: IntentContext) -> JSONObject {
    var value = self
    if !started.stopped.isEmpty {
      value["stopped"] = .array(started.stopped.map { $0.json(context.recordJSONOptions) })
    }
    // With the overlap policy `adjust`, the call later shortens overlapping timers, which stops
    // them. So none is still running afterwards.
    if !started.stillRunning.isEmpty, context.rules.overlap != .adjust {
      value["stillRunning"] = .array(
        started.stillRunning.map { $0.json(context.recordJSONOptions) }
      )
    }
    return value
  }
}

extension IntentContext {
  /// Returns the sentence about a started timer, and about other timers that were stopped or still
  /// run.
  func startedSentence(_ started: TimerStartResult, _ tag: TagReference?, isParallel: Bool)
    -> String
  {
    let timer = started.timer
    let since = formatter.moment(timer.record.startTime)
    let sentence =
      started.wasRunning
      ? "A timer for \(timer.name) is already running, since \(since)\(formatter.id(timer))."
      : self.startedSentence(timer, tag)
    // Warn only if neither the settings nor the call allows several timers. With another overlap
    // policy, the sentence about overlaps names the timers.
    let namesStillRunning = rules.timers == .warn && rules.overlap == .allow && !isParallel
    return stoppedSentence(started.stopped, before: sentence)
      + (namesStillRunning ? stillRunningSentence(started.stillRunning) : "")
  }

  private func stillRunningSentence(_ timers: [TaggedRecord]) -> String {
    if timers.isEmpty { return "" }
    let more = timers.count > 3 ? ["\(timers.count - 3) more"] : []
    let names = (timers.prefix(3).map(\.name) + more).joinedAsList
    let isOne = timers.count == 1
    let verb = isDryRun ? "would still be" : isOne ? "is still" : "are still"
    return " \(names.capitalizingFirst) \(verb) running. "
      + "To stop running timers first, use 'minuta switch'."
  }

  func startedSentence(_ timer: TaggedRecord, _ tag: TagReference?) -> String {
    let verb = verb("start", past: "Started")
    let start = "\(formatter.moment(timer.record.startTime))\(formatter.id(timer))"
    if case .name = tag { return "\(verb) \(timer.name) (new tag) at \(start)." }
    return "\(verb) \(timer.name) at \(start)."
  }
}
