import Foundation
import IntentKit
import JSONText
import MinutaCore

enum LogTime: BuiltInIntent {
  static let definition = PackageResources.LogTime_json
  static let movesTime = true

  static func check(_ values: IntentValues, now: Date) throws(IntentError) {
    let given = (try values.moment("start"), try values.moment("end"))
    _ = try stretch(given, values, now: now)
  }

  static func perform(_ values: IntentValues, in run: inout IntentRun) throws -> Answer {
    let (start, end) = try stretch(try run.stretch(of: values), values, now: run.now)
    let time = LoggedTime(
      tag: try values.tag("tag"),
      comment: values.comment,
      start: start,
      end: end,
      isPlanned: values.flag("planned"),
      timeZone: run.timeZone
    )
    let logged = try run.tracker.logTime(time)
    run.touch([logged])
    if end.timeIntervalSince(start) > longest, !values.flag("long") {
      throw tooLong(run.words.stretch(start, end), Int(end.timeIntervalSince(start)))
    }
    try run.confirmLength(of: [logged], values)
    let record = logged.record
    let duration = DurationText.text(seconds: record.seconds(at: run.now))
    return Answer(
      ["record": logged.json(run.times)],
      dialog: "\(run.verb("log", past: "Logged")) \(duration) on \(run.words.record(logged))."
    )
  }

  /// What is longer may well be a slip, such as a wrong year; in seconds.
  private static let longest = 60 * 86_400.0

  private static func tooLong(_ stretch: String, _ seconds: Int) -> IntentError {
    .failed(
      OutcomeError(
        .failure,
        code: "tooLong",
        message: "\(DurationText.text(seconds: seconds)) is more than 60 days (\(stretch)); "
          + "give 'long': true (or --long) if it is meant.",
        data: ["seconds": .number(JSONNumber(seconds))]
      )
    )
  }

  /// Two of start, end and duration, or the duration alone up to now.
  private static func stretch(
    _ given: (start: Date?, end: Date?),
    _ values: IntentValues,
    now: Date
  ) throws(IntentError) -> (start: Date, end: Date) {
    let now = now.inWholeSeconds
    let duration = values.integer("duration").map(Double.init)
    switch (given.start, given.end, duration) {
    case (let start?, let end?, nil): return (start, end)
    case (let start?, nil, let duration?): return (start, start.addingTimeInterval(duration))
    case (nil, let end?, let duration?): return (end.addingTimeInterval(-duration), end)
    case (nil, nil, let duration?): return (now.addingTimeInterval(-duration), now)
    case (_, nil, nil), (nil, _?, nil):
      let wanted = "two of 'start', 'end' and 'duration', or 'duration' alone"
      throw .invalidValue(ValueProblem("duration", .missingAmong(wanted)))
    case (_?, _?, _?): throw .invalidValue(ValueProblem("duration", .conflict(with: "end")))
    }
  }
}
