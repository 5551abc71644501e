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
    return started.answer(to: start.tag, isParallel: start.isParallel, in: context)
      .addingForgottenTimers(forgotten, context)
  }
}

extension IntentResult {
  /// The answer with the timers that ran while nobody was there.
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
  /// The answer of an intent that starts a timer.
  ///
  /// - Parameters:
  ///   - tag: the tag it was asked for with.
  ///   - isParallel: whether it was asked to run beside others.
  func answer(to tag: TagReference?, isParallel: Bool = false, in context: IntentContext)
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
  /// The value with the timers that were stopped for a timer, and those that run beside it.
  func addingOtherTimers(_ started: TimerStartResult, _ context: IntentContext) -> JSONObject {
    var value = self
    if !started.stopped.isEmpty {
      value["stopped"] = .array(started.stopped.map { $0.json(context.recordJSONOptions) })
    }
    // The overlap policy `adjust` ends the others, so that no timer runs on.
    if !started.stillRunning.isEmpty, context.rules.overlap != .adjust {
      value["stillRunning"] = .array(
        started.stillRunning.map { $0.json(context.recordJSONOptions) }
      )
    }
    return value
  }
}

extension IntentContext {
  /// Returns the sentence about a start, with the timers that it stopped or that run beside it.
  func startedSentence(_ started: TimerStartResult, _ tag: TagReference?, isParallel: Bool)
    -> String
  {
    let timer = started.timer
    let since = formatter.moment(timer.record.startTime)
    let sentence =
      started.wasRunning
      ? "A timer for \(timer.name) is running already, since \(since)\(formatter.id(timer))."
      : self.startedSentence(timer, tag)
    // With another policy for overlaps, that names the timers.
    let isSaid = rules.timers == .warn && rules.overlap == .allow && !isParallel
    return stoppedSentence(started.stopped, before: sentence)
      + (isSaid ? stillRunningSentence(started.stillRunning) : "")
  }

  private func stillRunningSentence(_ timers: [TaggedRecord]) -> String {
    if timers.isEmpty { return "" }
    let more = timers.count > 3 ? ["\(timers.count - 3) more"] : []
    let names = (timers.prefix(3).map(\.name) + more).joinedAsList
    let isOne = timers.count == 1
    let verb = isDryRun ? "would still be" : isOne ? "is still" : "are still"
    return " \(names.prefix(1).uppercased())\(names.dropFirst()) \(verb) running; "
      + "'minuta switch' stops \(isOne ? "it" : "them") first."
  }

  func startedSentence(_ timer: TaggedRecord, _ tag: TagReference?) -> String {
    let verb = verb("start", past: "Started")
    let start = "\(formatter.moment(timer.record.startTime))\(formatter.id(timer))"
    if case .name = tag { return "\(verb) \(timer.name), a new tag, at \(start)." }
    return "\(verb) \(timer.name) at \(start)."
  }
}
