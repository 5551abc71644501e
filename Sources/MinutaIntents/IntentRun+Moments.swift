import Foundation
import IntentKit
import JSONText
import MinutaCore

extension IntentRun {
  /// Resolves a moment of the call; nil where it was not given.
  ///
  /// - Parameter day: the day of a time without a date.
  mutating func moment(
    _ name: String,
    of values: IntentValues,
    on day: MomentText.Day = .today
  ) throws(IntentError) -> Date? {
    guard let date = try values.moment(name) else { return nil }
    let resolved = resolve(values.value(name), date, on: day)
    moments[name] = .string(Timestamp.text(resolved))
    return resolved
  }

  /// Resolves a list of moments of the call.
  mutating func moments(
    _ name: String,
    of values: IntentValues,
    on day: MomentText.Day
  ) throws(IntentError) -> [Date] {
    let given = values.value(name)?.array ?? []
    var resolved: [Date] = []
    for (value, date) in zip(given, try values.moments(name)) {
      resolved.append(resolve(value, date, on: day))
    }
    moments[name] = .array(resolved.map { .string(Timestamp.text($0)) })
    return resolved
  }

  private mutating func resolve(
    _ value: JSONValue?,
    _ date: Date,
    on day: MomentText.Day
  ) -> Date {
    guard let undated = value.flatMap(UndatedMoment.init) else { return date }
    hasUndatedMoment = true
    guard let instant = MomentText(now: now, days: days).instant(undated.text, on: day) else {
      return date
    }
    if let adjustment = instant.adjustment {
      notes.append(adjustment.sentence(taken: instant.date, timeZone: timeZone))
    }
    return instant.date
  }

  /// Resolves `start` and `end`; where only one of them has a date, the other is the time next to it.
  mutating func stretch(
    of values: IntentValues
  ) throws(IntentError) -> (start: Date?, end: Date?) {
    if values.hasClockTime("start"), values.has("end"), !values.hasClockTime("end"),
      let end = try moment("end", of: values)
    {
      return (try moment("start", of: values, on: .startingBefore(end)), end)
    }
    let start = try moment("start", of: values)
    let end = try moment("end", of: values, on: start.map { .endingAfter($0) } ?? .today)
    return (start, end)
  }

  /// Makes sure that a record longer than 24 hours is meant, where a moment of the call has no date.
  ///
  /// - Parameter records: what the call made of its records.
  mutating func confirmLength(
    of records: [TaggedRecord],
    _ values: IntentValues
  ) throws(IntentError) {
    let long = records.first { $0.record.seconds(at: now) > 86_400 }
    guard hasUndatedMoment, let long else { return }
    try confirm(
      values,
      "This would make a record longer than 24 hours (\(words.nameAndTime(long)))",
      data: ["seconds": .number(JSONNumber(long.record.seconds(at: now)))]
    )
  }

  /// The timer that `tag`, `comment` and `at` ask for.
  ///
  /// - Parameter day: the day of `at`, where it has no date.
  mutating func timerStart(
    _ values: IntentValues,
    on day: MomentText.Day = .today
  ) throws(IntentError) -> TimerStart {
    let isParallel = values.flag("parallel")
    return TimerStart(
      tag: try values.tag("tag"),
      comment: values.comment,
      start: try moment("at", of: values, on: day) ?? now,
      isParallel: isParallel,
      stopsOthers: rules.timers == .stop && !isParallel,
      timeZone: timeZone
    )
  }

  /// The day of an end without a date for running timers: the latest of them has to come first.
  func day(ofEnding selection: TimerSelection) throws(TrackingError) -> MomentText.Day {
    try tracker.latestStart(of: selection).map { .endingAfter($0) } ?? .today
  }
}

extension IntentValues {
  /// Whether a moment is a time of day without a date.
  fileprivate func hasClockTime(_ name: String) -> Bool {
    value(name).flatMap(UndatedMoment.init)?.kind == .clock
  }
}
