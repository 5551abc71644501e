package import Foundation

/// Parses the times that users type: `now`, `09:30`, `yesterday 17:00`, `-15m`, `15m ago`, or RFC
/// 3339 such as `2026-11-20T09:30:00Z`.
package struct DateTimeParser: Sendable {
  private let now: Date
  private let clock: LocalTimeConverter
  private let days: LocalCalendar

  package init(now: Date, days: LocalCalendar) {
    self.now = now.truncatedToSeconds
    self.days = days
    clock = LocalTimeConverter(timeZone: days.timeZone)
  }

  /// Creates a parser for a calendar whose days start at midnight.
  package init(now: Date, timeZone: TimeZone) {
    self.init(now: now, days: LocalCalendar(timeZone: timeZone))
  }

  /// The day that a typed time belongs to, if it has no date.
  package enum DefaultDay: Sendable, Hashable {
    case today
    /// The day that contains the given instant.
    case of(Date)
    /// The given start's day, for a typed end.
    ///
    /// If the end would be before the start, it belongs to the next day, unless that is in the
    /// future.
    case endingAfter(Date)
    /// The given end's day, for a typed start.
    ///
    /// If the start would be after the end, it belongs to the previous day.
    case startingBefore(Date)
  }

  /// The way in which a typed time is given: with a date, as a time of day, or relative to now.
  package enum InputForm: String, Sendable, Hashable {
    /// A time with a date, such as `2026-11-20 09:30` or `yesterday 17:00`.
    case dated
    /// A time of day without a date, such as `09:30`.
    case clock
    /// A time relative to now, such as `-15m`.
    case relative
  }

  /// Parses a time.
  ///
  /// Returns nil if the text is not a time, or if it lies outside `Timestamp.range`.
  ///
  /// - Parameter day: the day to use for a time without a date.
  package func instant(_ text: String, on day: DefaultDay = .today) -> LocalTimeConverter
    .ResolvedInstant?
  {
    reading(text, on: day).flatMap { Timestamp.range.contains($0.instant.date) ? $0.instant : nil }
  }

  /// Returns the form in which a time is given, or nil if the text is not a time.
  package func kind(_ text: String) -> InputForm? { reading(text, on: .today)?.kind }

  private func reading(
    _ text: String,
    on day: DefaultDay
  ) -> (instant: LocalTimeConverter.ResolvedInstant, kind: InputForm)? {
    let words = text.split(separator: " ").map { String($0) }
    let text = words.joined(separator: " ")
    if text == "now" { return (exact(now), .relative) }
    if let date = Timestamp.date(text) { return (exact(date), .dated) }
    if let date = ago(text) { return (exact(date), .relative) }
    var whole = TextScanner(text)
    if let time = whole.dateAndTime(separators: "T "), whole.isAtEnd {
      return (clock.instant(of: time), .dated)
    }
    if words.count == 1 { return clockTime(text, on: day).map { ($0, .clock) } }
    switch words.count == 2 ? words[0] : "" {
    case "today": return clockTime(words[1], daysAgo: 0).map { ($0, .dated) }
    case "yesterday": return clockTime(words[1], daysAgo: 1).map { ($0, .dated) }
    default: return nil
    }
  }

  private func exact(_ date: Date) -> LocalTimeConverter.ResolvedInstant {
    LocalTimeConverter.ResolvedInstant(date: date, adjustment: nil)
  }

  private func ago(_ text: String) -> Date? {
    let duration =
      if text.hasPrefix("-") {
        DurationFormat.seconds(String(text.dropFirst()))
      } else if text.hasSuffix(" ago") {
        DurationFormat.seconds(String(text.dropLast(4)))
      } else {
        Int?.none
      }
    return duration.map { now.addingTimeInterval(-Double($0)) }
  }

  private func clockTime(_ text: String, on day: DefaultDay) -> LocalTimeConverter.ResolvedInstant?
  {
    switch day {
    case .today: return clockTime(text, daysAgo: 0)
    case .of(let date): return clockTime(text, onDay: days.day(at: date.unixSeconds))
    case .endingAfter(let start):
      let day = days.day(at: start.unixSeconds)
      guard let instant = clockTime(text, onDay: day) else { return nil }
      // Typed times usually have no seconds, so a time in the minute of the start means the start
      // itself.
      let isBefore = instant.date.unixSeconds < start.unixSeconds - start.unixSeconds % 60
      guard isBefore, let next = clockTime(text, onDay: day + 1) else { return instant }
      // Keep the start's day if the end would be in the future, which is probably not intended,
      // unless the start is in the future too.
      return next.date > now && start <= now ? instant : next
    case .startingBefore(let end):
      let day = days.day(at: end.unixSeconds)
      guard let instant = clockTime(text, onDay: day) else { return nil }
      return instant.date > end ? clockTime(text, onDay: day - 1) : instant
    }
  }

  /// Parses a time of day such as `09:30`, on a day that is given in days since 1970-01-01.
  ///
  /// If days start at 06:00, for example, `05:00` belongs to the end of the day: the next date.
  private func clockTime(_ text: String, onDay day: Int) -> LocalTimeConverter.ResolvedInstant? {
    var scanner = TextScanner(text)
    guard var time = scanner.clock(on: CivilTime(day: day)), scanner.isAtEnd else { return nil }
    let sinceMidnight = time.utcSeconds - day * 86_400
    if sinceMidnight < days.dayStart { time = CivilTime(utcSeconds: time.utcSeconds + 86_400) }
    return clock.instant(of: time)
  }

  /// Parses a time of day such as `09:30`, today or some days ago.
  ///
  /// If days don't start at midnight, the result's date can differ from the one that users expect.
  /// Then the result contains an adjustment.
  private func clockTime(_ text: String, daysAgo count: Int) -> LocalTimeConverter.ResolvedInstant?
  {
    let day = days.day(at: now.unixSeconds) - count
    guard let instant = clockTime(text, onDay: day) else { return nil }
    if instant.adjustment != nil { return instant }
    let time = clock.time(at: instant.date)
    if time.daysSince1970 == clock.time(at: now).daysSince1970 - count { return instant }
    return LocalTimeConverter.ResolvedInstant(date: instant.date, adjustment: .ofDay(time))
  }
}
