import Foundation
import IntentKit
import JSONText
import MinutaCore

enum LogTimeIntent: BuiltInIntent {
  static let definition = PackageResources.LogTime_json
  static let mayCauseOverlaps = true

  static func validate(_ arguments: IntentArguments, now: Date) throws(Failure) {
    let given = (try arguments.moment("start"), try arguments.moment("end"))
    _ = try interval(given, arguments, now: now)
  }

  static func perform(_ arguments: IntentArguments, in context: inout IntentContext) throws
    -> IntentResult
  {
    let (start, end) = try interval(
      try context.interval(of: arguments),
      arguments,
      now: context.now
    )
    let time = LogTimeRequest(
      tag: try arguments.tag("tag"),
      comment: arguments.comment,
      start: start,
      end: end,
      isPlanned: arguments.flag("planned"),
      timeZone: context.timeZone
    )
    let logged = try context.tracker.logTime(time)
    context.updateLastRecord([logged])
    if end.timeIntervalSince(start) > longest, !arguments.flag("long") {
      throw Failure.tooLong(
        context.formatter.interval(start, end),
        seconds: Int(end.timeIntervalSince(start))
      )
    }
    try context.confirmLongRecords(of: [logged], arguments)
    let record = logged.record
    let duration = DurationFormat.text(seconds: record.seconds(at: context.now))
    return IntentResult(
      ["record": logged.json(context.recordJSONOptions)],
      dialog:
        "\(context.verb("log", past: "Logged")) \(duration) on \(context.formatter.record(logged))."
    )
  }

  /// The longest duration in seconds that is accepted without the argument `long`.
  ///
  /// A longer one is probably a mistake, such as a wrong year.
  private static let longest = 60 * 86_400.0

  /// Returns the interval given by two of the arguments `start`, `end` and `duration`.
  ///
  /// With `duration` alone, the interval ends now.
  private static func interval(
    _ given: (start: Date?, end: Date?),
    _ arguments: IntentArguments,
    now: Date
  ) throws(Failure) -> (start: Date, end: Date) {
    let now = now.truncatedToSeconds
    let duration = arguments.integer("duration").map(Double.init)
    switch (given.start, given.end, duration) {
    case (let start?, let end?, nil): return (start, end)
    case (let start?, nil, let duration?): return (start, start.addingTimeInterval(duration))
    case (nil, let end?, let duration?): return (end.addingTimeInterval(-duration), end)
    case (nil, nil, let duration?): return (now.addingTimeInterval(-duration), now)
    case (_, nil, nil), (nil, _?, nil):
      let expected = "two of 'start', 'end' and 'duration', or 'duration' alone"
      throw .invalidValue(ValidationError("duration", .missingOneOf(expected)))
    case (_?, _?, _?): throw .invalidValue(ValidationError("duration", .conflict(with: "end")))
    }
  }
}
