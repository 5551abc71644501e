import IntentKit
import MinutaCore

struct ToggleTimerIntent: BuiltInIntent {
  static let definition = PackageResources.ToggleTimer_json
  static let mayCauseOverlaps = true
  static let recordsUptime = true

  struct Parameters: Codable {
    let tag: TagReference?
    let comment: String?
    let labels: [LabelArgument]?
    let at: Moment?
  }

  struct Result: Codable {
    let records: [RecordResult]
    let started: Bool
    /// The timers that the call stopped before it started one; nil if none.
    var stopped: [RecordResult]?
    /// Other timers that still run; nil if none.
    var stillRunning: [RecordResult]?
  }

  let parameters: Parameters

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let tag = parameters.tag
    let day = try context.dayOfEnd(for: tag.map { .tag($0) } ?? .all)
    let start = context.timerStart(
      tag,
      comment: parameters.comment,
      labels: parameters.labels.labels,
      at: parameters.at,
      on: day
    )
    switch try context.tracker.toggleTimer(start) {
    case .started(let started):
      context.updateLastRecord([started.timer])
      if !started.wasRunning { context.reviewedTimer = started.timer.record }
      return IntentOutput(
        Result(
          records: [context.result(of: started.timer)],
          started: true,
          stopped: started.stoppedRecords(context),
          stillRunning: started.stillRunningRecords(context)
        ),
        dialog: try context.startedSentence(started, tag, isParallel: false)
      )
    case .stopped(let timers):
      if timers.count == 1 { context.updateLastRecord(timers) }
      return IntentOutput(
        Result(records: context.results(of: timers), started: false),
        dialog: context.stoppedSentence(timers)
      )
    }
  }
}
