import Foundation
import IntentKit
import MinutaCore

struct LogTimeIntent: BuiltInIntent {
  static let definition = PackageResources.LogTime_json
  static let mayCauseOverlaps = true
  static let namesOverlaps = true

  struct Parameters: Codable {
    let tag: TagReference?
    let comment: String?
    let labels: [LabelArgument]?
    let start: Moment?
    let end: Moment?
    let duration: DurationArgument?
    let planned: Bool
    let long: Bool
    let confirm: Bool
  }

  struct Result: Codable {
    let record: RecordResult
  }

  let parameters: Parameters

  func validate(now: Date) throws(Failure) {
    _ = try interval((parameters.start?.date, parameters.end?.date), now: now)
  }

  func perform(in context: inout IntentContext) throws -> IntentOutput<Result> {
    let (start, end) = try interval(
      context.interval(from: parameters.start, to: parameters.end),
      now: context.now
    )
    let time = LogTimeRequest(
      tag: parameters.tag,
      comment: parameters.labels.labels.added(to: parameters.comment?.nonBlank),
      start: start,
      end: end,
      isPlanned: parameters.planned,
      timeZone: context.timeZone
    )
    let logged = try context.tracker.logTime(time)
    context.updateLastRecord([logged])
    if end.timeIntervalSince(start) > Self.longest, !parameters.long {
      throw Failure.tooLong(
        context.formatter.interval(start, end),
        seconds: Int(end.timeIntervalSince(start))
      )
    }
    try context.confirmLongRecords(of: [logged])
    let record = logged.record
    let duration = context.formatter.duration(record.seconds(at: context.now))
    let named =
      context.formatter.record(logged, remark: try context.remark(onTag: parameters.tag))
      + context.formatter.comment(logged)
    return IntentOutput(
      Result(record: context.result(of: logged)),
      dialog: "\(context.verb("log", past: "Logged")) \(duration) on \(named)."
    )
  }

  /// The longest duration in seconds that is accepted without the argument `long`.
  ///
  /// A longer one is probably a mistake, such as a wrong year.
  private static let longest = 60 * 86_400.0

  /// Returns the interval given by two of the arguments `start`, `end` and `duration`.
  ///
  /// With `duration` alone, the interval ends now.
  private func interval(
    _ given: (start: Date?, end: Date?),
    now: Date
  ) throws(Failure) -> (start: Date, end: Date) {
    let now = now.truncatedToSeconds
    let duration = parameters.duration.map { Double($0.seconds) }
    switch (given.start, given.end, duration) {
    case (let start?, let end?, nil): return (start, end)
    case (let start?, nil, let duration?): return (start, start.addingTimeInterval(duration))
    case (nil, let end?, let duration?): return (end.addingTimeInterval(-duration), end)
    case (nil, nil, let duration?): return (now.addingTimeInterval(-duration), now)
    case (_, nil, nil), (nil, _, nil):
      let missing = [("start", given.start), ("end", given.end)].filter { $0.1 == nil }.map(\.0)
      throw .invalidValue(ValidationError("duration", .missingOneOf(["duration"] + missing)))
    case (_?, _?, _?): throw .invalidValue(ValidationError("duration", .conflict(with: "end")))
    }
  }
}
