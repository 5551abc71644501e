import Foundation
import IntentKit
import JSONText
import MinutaCore

extension IntentContext {
  /// Returns the instant of a time argument; nil if the call doesn't have it.
  ///
  /// - Parameter day: the day for a time without a date.
  mutating func moment(
    _ name: String,
    of arguments: IntentArguments,
    on day: DateTimeParser.DefaultDay = .today
  ) throws(Failure) -> Date? {
    guard let date = try arguments.moment(name) else { return nil }
    let resolved = resolve(arguments.value(name), date, on: day)
    moments[name] = .string(Timestamp.text(resolved))
    return resolved
  }

  /// Returns the instants of an argument that is a list of times.
  mutating func moments(
    _ name: String,
    of arguments: IntentArguments,
    on day: DateTimeParser.DefaultDay
  ) throws(Failure) -> [Date] {
    let given = arguments.value(name)?.array ?? []
    var resolved: [Date] = []
    for (value, date) in zip(given, try arguments.moments(name)) {
      resolved.append(resolve(value, date, on: day))
    }
    moments[name] = .array(resolved.map { .string(Timestamp.text($0)) })
    return resolved
  }

  private mutating func resolve(
    _ value: JSONValue?,
    _ date: Date,
    on day: DateTimeParser.DefaultDay
  ) -> Date {
    guard let undated = value.flatMap(UndatedTime.init) else { return date }
    hasUndatedMoment = true
    guard let instant = DateTimeParser(now: now, days: days).instant(undated.text, on: day) else {
      return date
    }
    if let adjustment = instant.adjustment {
      notes.append(adjustment.note(resolvedTo: instant.date, timeZone: timeZone))
    }
    return instant.date
  }

  /// Returns the instants of the arguments `start` and `end`; nil for one that is missing.
  ///
  /// An end without a date is the first such time after the start. A start without a date is the
  /// last such time before an end that has a date.
  mutating func interval(
    of arguments: IntentArguments
  ) throws(Failure) -> (start: Date?, end: Date?) {
    if arguments.hasClockTime("start"), arguments.has("end"), !arguments.hasClockTime("end"),
      let end = try moment("end", of: arguments)
    {
      return (try moment("start", of: arguments, on: .startingBefore(end)), end)
    }
    let start = try moment("start", of: arguments)
    let end = try moment("end", of: arguments, on: start.map { .endingAfter($0) } ?? .today)
    return (start, end)
  }

  /// Requires confirmation if a record is longer than 24 hours and one of the call's times had no
  /// date.
  ///
  /// Such a length suggests that the wrong day was inferred for that time.
  ///
  /// - Parameter records: the call's records after the change.
  mutating func confirmLongRecords(
    of records: [TaggedRecord],
    _ arguments: IntentArguments
  ) throws(Failure) {
    let long = records.first { $0.record.seconds(at: now) > 86_400 }
    guard hasUndatedMoment, let long else { return }
    try confirm(
      arguments,
      "This would make a record longer than 24 hours (\(formatter.nameAndTime(long)))",
      data: ["seconds": .number(JSONNumber(long.record.seconds(at: now)))]
    )
  }

  /// Returns the request to start a timer, made from the arguments `tag`, `comment` and `at`.
  ///
  /// - Parameter day: the day of `at` if it has no date.
  mutating func timerStart(
    _ arguments: IntentArguments,
    on day: DateTimeParser.DefaultDay = .today
  ) throws(Failure) -> TimerStartRequest {
    let isParallel = arguments.flag("parallel")
    return TimerStartRequest(
      tag: try arguments.tag("tag"),
      comment: arguments.comment,
      start: try moment("at", of: arguments, on: day) ?? now,
      isParallel: isParallel,
      stopsOthers: rules.timers == .stop && !isParallel,
      timeZone: timeZone
    )
  }

  /// Returns the day for an end time without a date.
  ///
  /// It is the first day on which the time falls after the start of the latest selected timer.
  func dayOfEnd(for selection: TimerSelection) throws(TrackingError) -> DateTimeParser.DefaultDay {
    try tracker.latestStart(of: selection).map { .endingAfter($0) } ?? .today
  }
}

extension IntentArguments {
  /// Returns whether the argument is a time of day without a date, such as `09:30`.
  fileprivate func hasClockTime(_ name: String) -> Bool {
    value(name).flatMap(UndatedTime.init)?.kind == .clock
  }
}
