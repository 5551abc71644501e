import IntentKit
import MinutaCore

struct SwitchTimerIntent: BuiltInIntent {
  static let definition = PackageResources.SwitchTimer_json
  static let mayCauseOverlaps = true
  static let recordsUptime = true

  struct Parameters: Codable {
    let tag: TagReference?
    let comment: String?
    let labels: [LabelArgument]?
    let at: Moment?
  }

  struct Result: Codable {
    let record: RecordResult
    let alreadyRunning: Bool
    let stopped: [RecordResult]
  }

  let parameters: Parameters

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let start = context.timerStart(
      parameters.tag,
      comment: parameters.comment,
      labels: parameters.labels.labels,
      at: parameters.at
    )
    let switched = try context.tracker.switchTimer(to: start)
    let timer = switched.timer
    context.updateLastRecord([timer])
    if !switched.wasRunning { context.reviewedTimer = switched.timer.record }
    let started =
      switched.wasRunning
      ? "\(timer.name.prefix(1).uppercased() + timer.name.dropFirst()) keeps running, since \(context.formatter.moment(timer.record.startTime))"
        + "\(context.formatter.id(timer))."
      : try context.startedSentence(timer, parameters.tag)
    return IntentOutput(
      Result(
        record: context.result(of: timer),
        alreadyRunning: switched.wasRunning,
        stopped: context.results(of: switched.stopped)
      ),
      dialog: context.stoppedSentence(switched.stopped, before: started)
        + context.unusedValuesNote(start, at: nil, timer, switched.wasRunning)
    )
  }
}
