import Foundation
import IntentKit
import JSONText
import MinutaCore

extension IntentContext {
  /// Returns the instant of a time argument; nil if the call doesn't have it.
  ///
  /// - Parameters:
  ///   - name: the name of the parameter.
  ///   - day: the day for a time without a date.
  mutating func date(
    of moment: Moment?,
    _ name: String,
    on day: DateTimeParser.DefaultDay = .today
  ) -> Date? {
    guard let moment else { return nil }
    let resolved = resolve(moment, on: day)
    moments[name] = .string(Timestamp.text(resolved))
    return resolved
  }

  /// Returns the instants of an argument that is a list of times.
  mutating func dates(
    of given: [Moment],
    _ name: String,
    on day: DateTimeParser.DefaultDay
  ) -> [Date] {
    let resolved = given.map { resolve($0, on: day) }
    moments[name] = .array(resolved.map { .string(Timestamp.text($0)) })
    return resolved
  }

  private mutating func resolve(_ moment: Moment, on day: DateTimeParser.DefaultDay) -> Date {
    if moment.form == .dated { return moment.date }
    hasUndatedMoment = true
    guard let instant = DateTimeParser(now: now, days: days).instant(moment.text, on: day) else {
      return moment.date
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
  ///
  /// - Parameter day: the day for other times without a date.
  mutating func interval(
    from start: Moment?,
    to end: Moment?,
    on day: DateTimeParser.DefaultDay = .today
  ) -> (start: Date?, end: Date?) {
    if start?.form == .clock, let end, end.form != .clock {
      let date = date(of: end, "end")
      return (self.date(of: start, "start", on: date.map { .startingBefore($0) } ?? .today), date)
    }
    let start = date(of: start, "start", on: day)
    return (start, date(of: end, "end", on: start.map { .endingAfter($0) } ?? .today))
  }

  /// Requires confirmation if a record is longer than 24 hours and one of the call's times had no
  /// date.
  ///
  /// Such a length suggests that the wrong day was inferred for that time.
  ///
  /// - Parameters:
  ///   - records: the call's records after the change.
  ///   - night: the hours that a record may have that ends on another day.
  mutating func confirmLongRecords(
    of records: [TaggedRecord],
    night: Int = 24
  ) throws(Failure) {
    let limits = records.map { ($0, isOnOneDay($0.record) ? 24 : night) }
    guard hasUndatedMoment,
      let (long, hours) = limits.first(where: { $0.0.record.seconds(at: now) > $0.1 * 3600 })
    else { return }
    try confirm(
      "This would make a record longer than \(hours) hours (\(formatter.nameAndTime(long)))",
      data: ["seconds": .number(JSONNumber(long.record.seconds(at: now)))]
    )
  }

  private func isOnOneDay(_ record: TimeRecord) -> Bool {
    let end = record.endTime ?? now
    return days.day(at: record.startTime.unixSeconds) == days.day(at: end.unixSeconds)
  }

  /// Returns the request to start a timer.
  ///
  /// - Parameters:
  ///   - labels: the labels to add to the comment.
  ///   - start: the argument `at`.
  ///   - day: the day of `start` if it has no date.
  mutating func timerStart(
    _ tag: TagReference?,
    comment: String?,
    labels: [Label],
    at start: Moment?,
    isParallel: Bool = false,
    on day: DateTimeParser.DefaultDay = .today
  ) -> TimerStartRequest {
    TimerStartRequest(
      tag: tag,
      comment: labels.added(to: comment?.nonBlank),
      start: date(of: start, "at", on: day) ?? now,
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

extension String {
  /// The text; nil if it is blank.
  var nonBlank: String? { allSatisfy(\.isWhitespace) ? nil : self }
}
