import Foundation
import IntentKit
import MinutaCore

/// Formats times, durations, ranges and records for messages.
struct SentenceFormatter {
  private let clock: LocalTimeConverter
  private let days: LocalCalendar
  private let now: Date
  /// The current calendar date in the time zone, as text.
  private let today: String
  /// The ids of records that only exist in a dry run.
  ///
  /// Sentences don't show them, because the real run will create other ids.
  private let unsavedIDs: Set<UUID>
  private var alwaysShowsDates = false
  /// The user's settings about times and durations.
  private let rules: TimeRules

  init(
    now: Date,
    days: LocalCalendar,
    rules: TimeRules = TimeRules(),
    unsavedIDs: Set<UUID> = []
  ) {
    self.now = now
    self.days = days
    self.rules = rules
    self.unsavedIDs = unsavedIDs
    clock = LocalTimeConverter(timeZone: days.timeZone)
    today = clock.time(at: now).dateText
  }

  /// Returns a formatter for a call at another time.
  func at(_ time: Date) -> SentenceFormatter {
    SentenceFormatter(now: time, days: days, rules: rules, unsavedIDs: unsavedIDs)
  }

  /// Creates a formatter for days that begin at midnight.
  init(now: Date, timeZone: TimeZone) {
    self.init(now: now, days: LocalCalendar(timeZone: timeZone))
  }

  /// Returns a duration as `1h 30m`, or in the format of the settings.
  func duration(_ seconds: Int) -> String {
    DurationFormat.text(seconds: seconds, as: rules.durations)
  }

  /// Returns a sum, a detail, and the clock time if it looks different: `3h, 2h of clock time`.
  func sum(_ seconds: Int, clock: Int, _ detail: String = "") -> String {
    let (total, clock) = (duration(seconds), duration(clock))
    return total + detail + (total == clock ? "" : ", \(clock) of clock time")
  }

  /// Returns the part of a duration that `duration` shows.
  func printed(_ seconds: Int) -> Int { DurationFormat.printed(seconds, as: rules.durations) }

  /// Returns a time as `09:30`, with the date if it isn't today.
  func moment(_ date: Date) -> String {
    isToday(date) && !alwaysShowsDates ? minute(date) : dated(date)
  }

  /// Returns whether a time falls on the current calendar date.
  func isToday(_ date: Date) -> Bool { clock.time(at: date).dateText == today }

  private func dated(_ date: Date) -> String {
    "\(clock.time(at: date).dateText) \(minute(date))"
  }

  /// Returns an interval as `09:30 to 10:45`, with the date if it isn't today.
  ///
  /// If the dates of start and end differ, both are included.
  func interval(_ start: Date, _ end: Date) -> String {
    let isOneDay = clock.time(at: start).dateText == clock.time(at: end).dateText
    return isOneDay
      ? "\(moment(start)) to \(minute(end))" : "\(dated(start)) to \(dated(end))"
  }

  /// Returns a record as `'Work', 09:30 to 10:45 (385E00D8)`; a timer has `running since`.
  ///
  /// - Parameter remark: a remark on the tag, with a space before it.
  func record(_ tagged: TaggedRecord, remark: String = "") -> String {
    "\(tagged.name)\(remark), \(time(tagged))\(id(tagged))"
  }

  /// Returns a record's short id in parentheses, with a space before it: ` (385E00D8)`.
  func id(_ tagged: TaggedRecord) -> String {
    unsavedIDs.contains(tagged.record.id) ? "" : " (\(tagged.record.id.shortText))"
  }

  /// Returns a record's comment with a comma before it: `, "Call the bank"`; empty if it has none.
  func comment(_ tagged: TaggedRecord) -> String {
    tagged.record.comment.map { ", \(Self.quoted($0))" } ?? ""
  }

  /// Returns a comment in quotes, cut to a number of characters.
  static func quoted(_ comment: String, limit: Int = commentLimit, mark: String = "…") -> String {
    let lines = comment.split(whereSeparator: \.isNewline).joined(separator: "\n")
    return "\"\(lines.shortened(to: limit, mark: mark))\""
  }

  /// The maximum length of a comment in a sentence, in characters.
  static let commentLimit = 60

  /// Returns a record as `'Work', 09:30 to 10:45`; a timer has `running since`.
  func nameAndTime(_ tagged: TaggedRecord) -> String {
    "\(tagged.name), \(time(tagged))"
  }

  private func time(_ tagged: TaggedRecord) -> String {
    let (start, end) = (tagged.record.startTime, tagged.record.endTime)
    return end.map { interval(start, $0) } ?? "running since \(moment(start))"
  }

  private func minute(_ date: Date) -> String {
    var time = clock.time(at: date)
    time.second = 0
    return time.clockText(in12Hours: rules.uses12Hours)
  }

  /// Returns a range as `Today`, `2026-11-20`, `2026-11-16 to 2026-11-22`, `Since 2026-11-16`,
  /// `Until 2026-11-22` or `All time`.
  func range(_ range: TimeRange) -> String {
    let zoned = days.zoned(range.timeZone)
    func date(_ instant: Date) -> String {
      CivilTime(day: zoned.day(at: instant.unixSeconds)).dateText
    }
    switch (range.from, range.to) {
    case (nil, nil): return "All time"
    case (let from?, nil): return "Since \(date(from))"
    case (nil, let to?): return "Until \(date(to.addingTimeInterval(-1)))"
    case (let from?, let to?): return self.range(from, to, range.timeZone, zoned)
    }
  }

  private func range(
    _ from: Date,
    _ to: Date,
    _ timeZone: TimeZone,
    _ zoned: LocalCalendar
  ) -> String {
    let first = zoned.day(at: from.unixSeconds)
    // The range of a day that the time zone skipped is empty: the next day begins at the same
    // instant.
    if from == to { return CivilTime(day: first - 1).dateText }
    let last = zoned.day(at: to.unixSeconds - 1)
    let date = CivilTime(day: first).dateText
    if first != last { return "\(date) to \(CivilTime(day: last).dateText)" }
    let isToday = timeZone == days.timeZone && first == days.day(at: now.unixSeconds)
    return isToday ? "Today" : date
  }

  /// Returns a record as `'Work', 09:30 to 10:45`, with the date if it or one of the other records
  /// isn't of today.
  func nameAndTime(_ tagged: TaggedRecord, after others: [TimeRecord]) -> String {
    showingDates(for: [tagged.record] + others).nameAndTime(tagged)
  }

  /// Returns the first ten records as lines of text, followed by the number of the others.
  func lines(of records: [TaggedRecord]) -> [String] {
    let first = records.prefix(10)
    let formatter = showingDates(for: first.map(\.record))
    let rest = records.count - first.count
    return first.map { formatter.record($0) } + (rest > 0 ? ["and \(rest) more"] : [])
  }

  /// Returns a formatter that shows all dates if one of the records isn't of today.
  private func showingDates(for records: [TimeRecord]) -> SentenceFormatter {
    var formatter = self
    formatter.alwaysShowsDates = records.contains { !isToday($0.startTime) }
    return formatter
  }

  /// Returns the first five records as text, followed by the number of the others.
  ///
  /// All records are shown with dates if one of them isn't of today, because a time without a date
  /// would seem to belong to the date before it.
  ///
  /// - Parameter others: Other records that the call saved; one of them may have a date.
  func records(_ records: [TaggedRecord], after others: [TimeRecord] = []) -> String {
    let first = records.prefix(5)
    let formatter = showingDates(for: first.map(\.record) + others)
    let shown = first.map({ formatter.record($0) })
    let rest = records.count - shown.count
    return (shown + (rest > 0 ? ["\(rest) more"] : [])).joined(separator: "; ")
  }
}

extension TaggedRecord {
  /// The tag's name in quotes, or a substitute if there is no tag.
  var name: String {
    if let tag { return tag.name.quoted }
    return record.tagId.map { "tag \($0.uuidString)" } ?? "untagged time"
  }
}
