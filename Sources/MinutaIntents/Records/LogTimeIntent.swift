import Foundation
import IntentKit
import JSONText
import MinutaCore

enum LogTimeIntent: BuiltInIntent {
  static let definition = PackageResources.LogTime_json
  static let mayCauseOverlaps = true

  static func validate(_ arguments: IntentArguments, now: Date) throws(IntentError) {
    let given = (try arguments.moment("start"), try arguments.moment("end"))
    _ = try stretch(given, arguments, now: now)
  }

  static func perform(_ arguments: IntentArguments, in context: inout IntentContext) throws
    -> IntentResult
  {
    let (start, end) = try stretch(try context.interval(of: arguments), arguments, now: context.now)
    let time = TimeLogRequest(
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
      throw tooLong(context.formatter.interval(start, end), Int(end.timeIntervalSince(start)))
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

  /// What is longer may well be a slip, such as a wrong year; in seconds.
  private static let longest = 60 * 86_400.0

  private static func tooLong(_ interval: String, _ seconds: Int) -> IntentError {
    .failed(
      OutcomeError(
        .failure,
        code: "tooLong",
        message: "\(DurationFormat.text(seconds: seconds)) is more than 60 days (\(interval)); "
          + "give 'long': true (or --long) if it is meant.",
        data: ["seconds": .number(JSONNumber(seconds))]
      )
    )
  }

  /// Two of start, end and duration, or the duration alone up to now.
  private static func stretch(
    _ given: (start: Date?, end: Date?),
    _ arguments: IntentArguments,
    now: Date
  ) throws(IntentError) -> (start: Date, end: Date) {
    let now = now.truncatedToSeconds
    let duration = arguments.integer("duration").map(Double.init)
    switch (given.start, given.end, duration) {
    case (let start?, let end?, nil): return (start, end)
    case (let start?, nil, let duration?): return (start, start.addingTimeInterval(duration))
    case (nil, let end?, let duration?): return (end.addingTimeInterval(-duration), end)
    case (nil, nil, let duration?): return (now.addingTimeInterval(-duration), now)
    case (_, nil, nil), (nil, _?, nil):
      let wanted = "two of 'start', 'end' and 'duration', or 'duration' alone"
      throw .invalidValue(ValidationError("duration", .missingOneOf(wanted)))
    case (_?, _?, _?): throw .invalidValue(ValidationError("duration", .conflict(with: "end")))
    }
  }
}
