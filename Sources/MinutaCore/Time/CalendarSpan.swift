/// A day, week, month or year that a text names, or several in a row.
enum CalendarSpan: Sendable, Hashable {
  /// The unit that lies a number of units after the present one, or before it if negative.
  case relative(LocalCalendar.Unit, Int)
  /// The day that lies a number of units before the present one.
  ///
  /// A month ago is the same day of the month, or the last one of a shorter month.
  case dayBefore(LocalCalendar.Unit, Int)
  /// The present unit and those before it, a number of units in total.
  case latest(LocalCalendar.Unit, count: Int)
  case weekday(Weekday, Occurrence)
  /// A month, numbered from 1.
  case month(Int, Occurrence)
  case date(CivilTime)
  /// A day of a month without a year: the latest such day up to today.
  case dayOfMonth(month: Int, day: Int)
  case isoWeek(Int, year: Int)
  /// A week without a year: the latest such week that has begun.
  case week(Int)
  case monthOfYear(Int, year: Int)
  case year(Int)

  /// The occurrence of a weekday or month that is meant.
  enum Occurrence: Sendable, Hashable {
    /// The latest one that has begun, which may be the present one.
    case latest
    /// The latest one before the present day or month.
    case previous
    /// The one in the present week or year.
    case current
    /// The first one after the present day or month.
    case next
  }

  /// Whether the span is a single day.
  var isDay: Bool {
    if case .latest = self { return false }
    return unit == .day
  }

  /// The unit of which the span is one, or several in a row.
  var unit: LocalCalendar.Unit {
    switch self {
    case .relative(let unit, _), .latest(let unit, _): unit
    case .dayBefore, .weekday, .date, .dayOfMonth: .day
    case .isoWeek, .week: .week
    case .month, .monthOfYear: .month
    case .year: .year
    }
  }

  /// Whether the span is the same on each day on which it is read.
  var isFixed: Bool {
    switch self {
    case .date, .isoWeek, .monthOfYear, .year: true
    case .relative, .dayBefore, .latest, .weekday, .week, .month, .dayOfMonth: false
    }
  }

  /// Returns the days of the span, counted from 1970-01-01.
  ///
  /// Returns nil if the date or week doesn't exist.
  func days(today: Int, by calendar: LocalCalendar) -> Range<Int>? {
    switch self {
    case .relative(let unit, let count): calendar.days(of: unit, after: count, today)
    case .dayBefore(let unit, let count): Self.day(count, unit, before: today, by: calendar)
    case .latest(let unit, let count):
      calendar.days(of: unit, after: 1 - count, today)
        .lowerBound..<calendar.days(
          of: unit,
          containing: today
        ).upperBound
    case .weekday(let weekday, let occurrence):
      Self.day(weekday, occurrence, today: today, by: calendar)
    case .month(let month, let occurrence): Self.month(month, occurrence, today, calendar)
    case .date(let date): date.daysSince1970..<date.daysSince1970 + 1
    case .dayOfMonth(let month, let day): Self.day(day, ofMonth: month, upTo: today)
    case .isoWeek(let week, let year): calendar.days(ofWeek: week, year: year)
    case .week(let week): calendar.days(ofWeek: week, upTo: today)
    case .monthOfYear(let month, let year):
      CivilTime(year: year, month: month, day: 1).map {
        calendar.days(of: .month, containing: $0.daysSince1970)
      }
    case .year(let year):
      CivilTime(year: year, month: 1, day: 1).map {
        calendar.days(of: .year, containing: $0.daysSince1970)
      }
    }
  }

  /// Returns the first such span on or after a day if the span is a weekday, a month or a day of a
  /// month without a year; nil for any other span.
  func days(from first: Int, by calendar: LocalCalendar) -> Range<Int>? {
    switch self {
    case .weekday(let weekday, .latest):
      Self.day(weekday, .next, today: first - 1, by: calendar)
    case .month(let month, .latest):
      Self.month(month, .next, first, calendar)
    case .dayOfMonth(let month, let day): Self.day(day, ofMonth: month, from: first)
    default: nil
    }
  }

  private static func day(
    _ weekday: Weekday,
    _ occurrence: Occurrence,
    today: Int,
    by calendar: LocalCalendar
  ) -> Range<Int> {
    let present = Weekday(ofDay: today)
    let day =
      switch occurrence {
      case .latest: today - present.days(after: weekday)
      case .previous: today - 1 - Weekday(ofDay: today - 1).days(after: weekday)
      case .current:
        calendar.days(of: .week, containing: today).lowerBound
          + weekday.days(after: calendar.weekStart)
      case .next: today + 1 + weekday.days(after: Weekday(ofDay: today + 1))
      }
    return day..<day + 1
  }

  private static func month(
    _ month: Int,
    _ occurrence: Occurrence,
    _ today: Int,
    _ calendar: LocalCalendar
  ) -> Range<Int> {
    let present = CivilTime(day: today)
    let year =
      switch occurrence {
      case .latest: present.year - (month > present.month ? 1 : 0)
      case .previous: present.year - (month >= present.month ? 1 : 0)
      case .current: present.year
      case .next: present.year + (month <= present.month ? 1 : 0)
      }
    return calendar.days(of: .month, containing: CivilTime.dayNumber(year, month, 1))
  }

  /// Returns the day that lies a number of units before today.
  private static func day(
    _ count: Int,
    _ unit: LocalCalendar.Unit,
    before today: Int,
    by calendar: LocalCalendar
  ) -> Range<Int> {
    let day: Int
    switch unit {
    case .day: day = today - count
    case .week: day = today - 7 * count
    case .month, .year:
      let month = calendar.days(of: .month, after: unit == .year ? -12 * count : -count, today)
      day = min(month.lowerBound + CivilTime(day: today).day, month.upperBound) - 1
    }
    return day..<day + 1
  }

  /// Returns the first day of a month from a day on, within half a year; nil if there is none, as
  /// after `20 nov` in `20 nov to 1 nov`.
  private static func day(_ day: Int, ofMonth month: Int, from first: Int) -> Range<Int>? {
    let year = CivilTime(day: first).year
    let dates = (year...year + 1).compactMap { CivilTime(year: $0, month: month, day: day) }
    return dates.map(\.daysSince1970).first { first..<first + 183 ~= $0 }.map { $0..<$0 + 1 }
  }

  /// Returns the latest day of a month up to today; nil if the latest February has no such day.
  private static func day(_ day: Int, ofMonth month: Int, upTo today: Int) -> Range<Int>? {
    let present = CivilTime(day: today).year
    let year = CivilTime.dayNumber(present, month, day) > today ? present - 1 : present
    return CivilTime(year: year, month: month, day: day).map {
      $0.daysSince1970..<$0.daysSince1970 + 1
    }
  }
}

extension LocalCalendar {
  /// Returns the days of the unit that lies a number of units after the one that contains a day.
  fileprivate func days(of unit: Unit, after count: Int, _ day: Int) -> Range<Int> {
    let date = CivilTime(day: day)
    let other =
      switch unit {
      case .day: day + count
      case .week: day + 7 * count
      case .month:
        CivilTime.dayNumber(
          (date.year * 12 + date.month - 1 + count).flooredQuotient(by: 12),
          ((date.month - 1 + count) % 12 + 12) % 12 + 1,
          1
        )
      case .year: CivilTime.dayNumber(date.year + count, 1, 1)
      }
    return days(of: unit, containing: other)
  }

  /// Returns the days of a week of a year.
  ///
  /// Week 1 is the week that contains January 4, as in ISO 8601.
  fileprivate func days(ofWeek week: Int, year: Int) -> Range<Int>? {
    guard let fourth = CivilTime(year: year, month: 1, day: 4), 1...53 ~= week else { return nil }
    let span = days(of: .week, containing: fourth.daysSince1970 + (week - 1) * 7)
    return self.week(fromDay: span.lowerBound).year == year ? span : nil
  }

  /// Returns the days of the latest week with a number that has begun.
  ///
  /// Only a year of 53 weeks has a week 53; the last one may lie up to seven years back.
  fileprivate func days(ofWeek week: Int, upTo today: Int) -> Range<Int>? {
    let year = CivilTime(day: today).year
    return stride(from: year + 1, through: year - 8, by: -1).lazy
      .compactMap { days(ofWeek: week, year: $0) }.first { $0.lowerBound <= today }
  }
}
