import IntentKit
import MinutaCore

struct ResumeTimerIntent: BuiltInIntent {
  static let definition = PackageResources.ResumeTimer_json
  static let mayCauseOverlaps = true
  static let recordsUptime = true

  struct Parameters: Codable {
    let record: RecordReference
    let tag: TagReference?
    let at: Moment?
  }

  struct Result: Codable {
    let record: RecordResult
    let alreadyRunning: Bool
    /// The timers that the call stopped; nil if none.
    let stopped: [RecordResult]?
    /// Other timers that still run; nil if none.
    let stillRunning: [RecordResult]?
  }

  let parameters: Parameters

  /// Returns the newest record of the tag; nil if the call names none.
  private func newestRecord(in context: IntentContext) throws -> TimeRecord? {
    guard let tag = parameters.tag else { return nil }
    let range = TimeRange(timeZone: context.timeZone)
    let found = try context.tracker.records(
      in: range,
      of: RecordFilter(tag, untagged: false, nil),
      limit: 1
    )
    guard let newest = found.records.last?.record else {
      throw TrackingError.recordNotFound(tag.text)
    }
    return newest
  }

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let resumed = try context.tracker.resumeTimer(
      like: try newestRecord(in: context)?.id ?? parameters.record.id,
      at: context.date(of: parameters.at, "at") ?? context.now,
      stoppingOthers: context.rules.timers == .stop,
      timeZone: context.timeZone
    )
    context.updateLastRecord([resumed.timer])
    if !resumed.wasRunning { context.reviewedTimer = resumed.timer.record }
    return IntentOutput(
      Result(
        record: context.result(of: resumed.timer),
        alreadyRunning: resumed.wasRunning,
        stopped: resumed.stoppedRecords(context),
        stillRunning: resumed.stillRunningRecords(context)
      ),
      dialog: try context.startedSentence(resumed, nil, isParallel: false)
    )
  }
}
