import Foundation
import IntentKit
import MinutaCore

struct StartTimerIntent: BuiltInIntent {
  static let definition = PackageResources.StartTimer_json
  static let mayCauseOverlaps = true
  static let recordsUptime = true

  struct Parameters: Codable {
    let tag: TagReference?
    let comment: String?
    let labels: [LabelArgument]?
    let at: Moment?
    let parallel: Bool
  }

  struct Result: Codable {
    let record: RecordResult
    let alreadyRunning: Bool
    /// The timers that the call stopped; nil if none.
    let stopped: [RecordResult]?
    /// Other timers that still run; nil if none.
    let stillRunning: [RecordResult]?
    /// Timers that kept running while the user was away; nil if none.
    let unresolved: [UnresolvedTimer]?
  }

  let parameters: Parameters

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    var forgotten = context.isDryRun ? UnresolvedTime() : try context.unresolvedTime()
    let start = context.timerStart(
      parameters.tag,
      comment: parameters.comment,
      labels: parameters.labels.labels,
      at: parameters.at,
      isParallel: parameters.parallel
    )
    let started = try context.tracker.startTimer(start)
    context.updateLastRecord([started.timer])
    if !started.wasRunning { context.reviewedTimer = started.timer.record }
    forgotten.timers.removeAll { timer in
      started.stopped.contains { $0.record.id == timer.timer.record.id }
    }
    return IntentOutput(
      Result(
        record: context.result(of: started.timer),
        alreadyRunning: started.wasRunning,
        stopped: started.stoppedRecords(context),
        stillRunning: started.stillRunningRecords(context),
        unresolved: forgotten.timers.results(context)
      ),
      dialog: try context.startedSentence(started, start.tag, isParallel: start.isParallel)
        + context.unusedValuesNote(start, at: parameters.at, started.timer, started.wasRunning)
        + forgotten.note(context)
    )
  }
}

extension TimerStartResult {
  /// Returns the timers that the call stopped; nil if none.
  func stoppedRecords(_ context: IntentContext) -> [RecordResult]? {
    stopped.isEmpty ? nil : context.results(of: stopped)
  }

  /// Returns the other timers that still run; nil if none.
  func stillRunningRecords(_ context: IntentContext) -> [RecordResult]? {
    // With the overlap policy `adjust`, the call later shortens overlapping timers, which stops
    // them. So none is still running afterwards.
    let isEmpty = stillRunning.isEmpty || context.rules.overlap == .adjust
    return isEmpty ? nil : context.results(of: stillRunning)
  }
}

extension IntentContext {
  /// Returns the sentence about a started timer, and about other timers that were stopped or still
  /// run.
  func startedSentence(
    _ started: TimerStartResult,
    _ tag: TagReference?,
    isParallel: Bool
  ) throws(TrackingError) -> Notice {
    let timer = started.timer
    let since = formatter.moment(timer.record.startTime)
    let sentence =
      started.wasRunning
      ? "A timer for \(timer.name) is already running, since \(since)\(formatter.id(timer))."
      : try self.startedSentence(timer, tag)
    // Warn only if neither the settings nor the call allows several timers. With another overlap
    // policy, the sentence about overlaps names the timers.
    let namesStillRunning = rules.timers == .warn && rules.overlap == .allow && !isParallel
    return stoppedSentence(started.stopped, before: sentence)
      + (namesStillRunning ? stillRunningSentence(started.stillRunning) : "")
  }

  private func stillRunningSentence(_ timers: [TaggedRecord]) -> Notice {
    if timers.isEmpty { return "" }
    let more = timers.count > 3 ? ["\(timers.count - 3) more"] : []
    let names = (timers.prefix(3).map(\.name) + more).joinedAsList
    let isOne = timers.count == 1
    let verb = isDryRun ? "would still be" : isOne ? "is still" : "are still"
    return
      " \(names.capitalizingFirst) \(verb) running. You can stop others first, or at each start."
      .suggesting("switch").suggesting("config set oneTimer true")
  }

  /// Returns a sentence about the values of a start that a timer which already runs didn't get;
  /// empty if there are none.
  func unusedValuesNote(
    _ start: TimerStartRequest,
    at moment: Moment?,
    _ timer: TaggedRecord,
    _ wasRunning: Bool
  ) -> Notice {
    guard wasRunning else { return "" }
    let hasComment = start.comment != nil && start.comment != timer.record.comment
    let hasOtherStart = moment != nil && start.start.truncatedToSeconds != timer.record.startTime
    if !hasComment, !hasOtherStart { return "" }
    let names = (hasComment ? ["comment"] : []) + (hasOtherStart ? ["start"] : [])
    let flags = (hasComment ? " --comment TEXT" : "") + (hasOtherStart ? " --start TIME" : "")
    let id = timer.record.id.uuidString.prefix(8)
    return " The given \(names.joinedAsList) \(names.count == 1 ? "was" : "were") not used. "
      + "You can set \(names.count == 1 ? "it" : "them").".suggesting("edit \(id)\(flags)")
  }

  func startedSentence(
    _ timer: TaggedRecord,
    _ tag: TagReference?
  ) throws(TrackingError) -> String {
    let verb = verb("start", past: "Started")
    let start = "\(formatter.moment(timer.record.startTime))\(formatter.id(timer))"
    return "\(verb) \(timer.name)\(try remark(onTag: tag)) at \(start)\(formatter.comment(timer))."
  }
}
