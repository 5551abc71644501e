package import Foundation

/// How a clock on the wall makes days, and days make weeks, months and years.
///
/// Days are counted from 1970-01-01, and instants in seconds since its beginning in UTC. A day lasts
/// from where the clock shows `dayStart` to where it shows it on the next, whatever it skips or
/// repeats in between; a day that the clock skips has no length.
package struct LocalCalendar: Sendable, Hashable {
  /// A stretch of the calendar.
  package enum Unit: Sendable, Hashable {
    case day
    case week
    case month
    case year
  }

  package let timeZone: TimeZone
  /// When a day begins, in seconds after midnight on the clock.
  package let dayStart: Int
  package let weekStart: Weekday

  package init(timeZone: TimeZone, dayStart: Int = 0, weekStart: Weekday = .monday) {
    self.timeZone = timeZone
    self.dayStart = dayStart
    self.weekStart = weekStart
  }

  /// The same in another zone.
  package func zoned(_ timeZone: TimeZone) -> LocalCalendar {
    LocalCalendar(timeZone: timeZone, dayStart: dayStart, weekStart: weekStart)
  }

  package func start(ofDay day: Int) -> Int {
    WallClock(timeZone: timeZone).seconds(showing: day * 86_400 + dayStart)
  }

  /// The instant at which a day begins, and what a change of the clock makes of it.
  package func instant(ofDay day: Int) -> WallClock.Instant {
    WallClock(timeZone: timeZone).instant(of: CivilTime(utcSeconds: day * 86_400 + dayStart))
  }

  /// Whether the clock skips a day as a whole.
  package func isSkipped(_ day: Int) -> Bool { start(ofDay: day) == start(ofDay: day + 1) }

  /// The day that an instant lies in.
  package func day(at seconds: Int) -> Int { dayBounds(at: seconds).day }

  /// The day that an instant lies in, with its edges.
  func dayBounds(at seconds: Int) -> (day: Int, start: Int, end: Int) {
    let shown = seconds + offset(at: seconds) - dayStart
    var day = shown.flooredQuotient(by: 86_400)
    var start = start(ofDay: day)
    while seconds < start {
      day -= 1
      start = self.start(ofDay: day)
    }
    var end = self.start(ofDay: day + 1)
    while seconds >= end {
      day += 1
      start = end
      end = self.start(ofDay: day + 1)
    }
    return (day, start, end)
  }

  /// What the clock is ahead of UTC, in seconds.
  func offset(at seconds: Int) -> Int {
    timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
  }

  /// The days of the week, month or year that a day lies in.
  package func days(of unit: Unit, containing day: Int) -> Range<Int> {
    switch unit {
    case .day: return day..<day + 1
    case .week:
      let first = day - Weekday(ofDay: day).days(after: weekStart)
      return first..<first + 7
    case .month:
      let date = CivilTime(day: day)
      let next = date.month == 12 ? (date.year + 1, 1) : (date.year, date.month + 1)
      return CivilTime.dayNumber(date.year, date.month, 1)..<CivilTime.dayNumber(next.0, next.1, 1)
    case .year:
      let year = CivilTime(day: day).year
      return CivilTime.dayNumber(year, 1, 1)..<CivilTime.dayNumber(year + 1, 1, 1)
    }
  }

  /// The time that some days take.
  package func range(ofDays days: Range<Int>) -> TimeRange {
    TimeRange(
      from: Date(timeIntervalSince1970: Double(start(ofDay: days.lowerBound))),
      to: Date(timeIntervalSince1970: Double(start(ofDay: days.upperBound))),
      timeZone: timeZone
    )
  }

  /// The day of an instant.
  package func today(at now: Date) -> TimeRange {
    let day = day(at: now.unixSeconds)
    return range(ofDays: day..<day + 1)
  }

  /// The year and number of the week that begins with a day: it belongs to the year that has most
  /// of it, as ISO 8601 has it.
  func week(fromDay first: Int) -> (year: Int, number: Int) {
    let middle = first + 3
    let year = CivilTime(day: middle).year
    return (year, (middle - CivilTime.dayNumber(year, 1, 1)) / 7 + 1)
  }
}
