package import Foundation

/// Parses the times that users type: `now`, `09:30`, `9am`, `yesterday 17:00`, `-15m`, `15m ago`, or
/// RFC 3339 such as `2026-11-20T09:30:00Z`.
package struct DateTimeParser: Sendable {
  private let now: Date
  private let clock: LocalTimeConverter
  private let days: LocalCalendar

  package init(now: Date, days: LocalCalendar) {
    self.now = now.truncatedToSeconds
    self.days = days
    clock = LocalTimeConverter(timeZone: days.timeZone)
  }

  /// The day that a typed time belongs to, if it has no date.
  package enum DefaultDay: Sendable, Hashable {
    case today
    /// The day that contains the given instant.
    case of(Date)
    /// The given start's day, for a typed end.
    ///
    /// If the end would be before the start, it belongs to the next day, unless that is tomorrow.
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
    guard let phrase = MomentPhrase(text), let instant = instant(phrase, on: day),
      Timestamp.range.contains(instant.date)
    else { return nil }
    return instant
  }

  /// Returns the form in which a time is given, or nil if the text is not a time.
  package func kind(_ text: String) -> InputForm? {
    switch MomentPhrase(text) {
    case nil: nil
    case .now, .offset: .relative
    case .clock: .clock
    case .instant, .dateAndTime, .onDay: .dated
    }
  }

  private func instant(
    _ phrase: MomentPhrase,
    on day: DefaultDay
  ) -> LocalTimeConverter.ResolvedInstant? {
    switch phrase {
    case .now: return exact(now)
    case .offset(let seconds): return exact(now.addingTimeInterval(Double(seconds)))
    case .instant(let date): return exact(date)
    case .dateAndTime(let time): return clock.instant(of: time)
    case .clock(let time): return instant(at: time, on: day)
    case .onDay(let phrase, let time):
      let today = self.days.day(at: now.unixSeconds)
      guard let day = phrase.first?.days(today: today, by: days)?.lowerBound else { return nil }
      let present = clock.time(at: now)
      let time = time ?? present.utcSeconds - present.daysSince1970 * 86_400
      if case .date? = phrase.first {
        return clock.instant(of: CivilTime(utcSeconds: day * 86_400 + time))
      }
      return instant(at: time, onNamedDay: day)
    }
  }

  private func exact(_ date: Date) -> LocalTimeConverter.ResolvedInstant {
    LocalTimeConverter.ResolvedInstant(date: date, adjustment: nil)
  }

  private func instant(
    at time: Int,
    on day: DefaultDay
  ) -> LocalTimeConverter.ResolvedInstant {
    switch day {
    case .today: return instant(at: time, onNamedDay: days.day(at: now.unixSeconds))
    case .of(let date): return instant(at: time, onDay: days.day(at: date.unixSeconds))
    case .endingAfter(let start):
      let day = days.day(at: start.unixSeconds)
      let instant = instant(at: time, onDay: day)
      // Typed times usually have no seconds, so a time in the minute of the start means the start
      // itself.
      let isBefore = instant.date.unixSeconds < start.unixSeconds - start.unixSeconds % 60
      guard isBefore else { return instant }
      // Keep today if the end would be tomorrow, which is probably not intended, unless the start is
      // in the future too.
      let isToday = day == days.day(at: now.unixSeconds) && start <= now
      return isToday ? instant : self.instant(at: time, onDay: day + 1)
    case .startingBefore(let end):
      let day = days.day(at: end.unixSeconds)
      let instant = instant(at: time, onDay: day)
      return instant.date > end ? self.instant(at: time, onDay: day - 1) : instant
    }
  }

  /// Returns the instant of a time of day, on a day that is given in days since 1970-01-01.
  ///
  /// If days start at 06:00, for example, `05:00` belongs to the end of the day: the next date.
  private func instant(at time: Int, onDay day: Int) -> LocalTimeConverter.ResolvedInstant {
    let seconds = day * 86_400 + time + (time < days.dayStart ? 86_400 : 0)
    return clock.instant(of: CivilTime(utcSeconds: seconds))
  }

  /// Returns the instant of a time of day, today or on another day that was named.
  ///
  /// If days don't start at midnight, the result's date can differ from the one that users expect.
  /// Then the result contains an adjustment.
  private func instant(at time: Int, onNamedDay day: Int) -> LocalTimeConverter.ResolvedInstant {
    let instant = instant(at: time, onDay: day)
    if instant.adjustment != nil { return instant }
    let found = clock.time(at: instant.date)
    let ago = days.day(at: now.unixSeconds) - day
    if found.daysSince1970 == clock.time(at: now).daysSince1970 - ago { return instant }
    return LocalTimeConverter.ResolvedInstant(date: instant.date, adjustment: .ofDay(found))
  }
}
