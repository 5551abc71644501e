package import Foundation

/// A calendar for one time zone, in which the start of the day and of the week is configurable.
///
/// Days are counted from 1970-01-01, and instants in seconds since 1970 in UTC. A day lasts until
/// the local clock shows `dayStart` again, even if the clock is changed in between. A day that the
/// local clock skips entirely has zero length.
package struct LocalCalendar: Sendable, Hashable {
  /// A unit of time whose length depends on the calendar.
  package enum Unit: String, Sendable, Hashable {
    case day
    case week
    case month
    case year
  }

  package let timeZone: TimeZone
  /// The local time at which a day starts, in seconds after midnight.
  package let dayStart: Int
  package let weekStart: Weekday

  package init(timeZone: TimeZone, dayStart: Int = 0, weekStart: Weekday = .monday) {
    self.timeZone = timeZone
    self.dayStart = dayStart
    self.weekStart = weekStart
  }

  /// Returns a calendar with the same settings for another time zone.
  package func zoned(_ timeZone: TimeZone) -> LocalCalendar {
    LocalCalendar(timeZone: timeZone, dayStart: dayStart, weekStart: weekStart)
  }

  package func start(ofDay day: Int) -> Int {
    LocalTimeConverter(timeZone: timeZone).seconds(showing: day * 86_400 + dayStart)
  }

  /// Returns the instant at which a day starts.
  ///
  /// It contains an adjustment if the local clock skips or repeats that time.
  package func instant(ofDay day: Int) -> LocalTimeConverter.ResolvedInstant {
    LocalTimeConverter(timeZone: timeZone).instant(
      of: CivilTime(utcSeconds: day * 86_400 + dayStart)
    )
  }

  /// Whether the local clock skips the entire day, as on a change of the date line.
  package func isSkipped(_ day: Int) -> Bool { start(ofDay: day) == start(ofDay: day + 1) }

  /// Returns the day that contains an instant.
  package func day(at seconds: Int) -> Int { dayBounds(at: seconds).day }

  /// Returns the day that contains an instant, and the instants at which the day starts and ends.
  package func dayBounds(at seconds: Int) -> (day: Int, start: Int, end: Int) {
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

  /// Returns the UTC offset of the local clock at an instant, in seconds east of Greenwich.
  package func offset(at seconds: Int) -> Int { timeZone.offset(at: seconds) }

  /// Returns the days of the week, month or year that contains a day.
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

  /// Returns the range of time that the days cover.
  package func range(ofDays days: Range<Int>) -> TimeRange {
    TimeRange(
      from: Date(timeIntervalSince1970: Double(start(ofDay: days.lowerBound))),
      to: Date(timeIntervalSince1970: Double(start(ofDay: days.upperBound))),
      timeZone: timeZone
    )
  }

  /// Returns the range of the day that contains `now`.
  package func today(at now: Date) -> TimeRange {
    let day = day(at: now.unixSeconds)
    return range(ofDays: day..<day + 1)
  }

  /// Returns the number of the week that starts on a day, and the year to which the week belongs.
  ///
  /// As in ISO 8601, that is the year that contains most of the week's days.
  package func week(fromDay first: Int) -> (year: Int, number: Int) {
    let middle = first + 3
    let year = CivilTime(day: middle).year
    return (year, (middle - CivilTime.dayNumber(year, 1, 1)) / 7 + 1)
  }
}

extension TimeZone {
  /// Returns the UTC offset at an instant, in seconds east of Greenwich.
  func offset(at seconds: Int) -> Int {
    secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds)))
  }
}
