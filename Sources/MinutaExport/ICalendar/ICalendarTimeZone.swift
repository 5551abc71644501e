import MinutaCore

/// A time zone that an iCalendar file defines, such as `W. Europe Standard Time` of Outlook.
///
/// It is used for names that the system doesn't know.
struct ICalendarTimeZone {
  private(set) var name: String?
  private var observances: [Observance] = []

  /// A period of standard or daylight saving time, which can begin again each year.
  fileprivate struct Observance {
    var onset: CivilTime?
    var rule: YearlyRule?
    /// The offset from UTC in seconds.
    var offset: Int?
  }

  /// A day of a year, such as the last Sunday in March.
  fileprivate struct YearlyRule {
    var month: Int
    /// The number of the weekday in the month; negative numbers count from its end.
    var ordinal: Int
    /// The weekday; 0 is Monday.
    var weekday: Int
    var lastYear: Int
  }

  /// Adds a property of the time zone itself.
  mutating func add(_ property: ICalendarProperty) {
    if property.name == "TZID" { name = property.value }
  }

  mutating func beginObservance() {
    observances.append(Observance())
  }

  /// Adds a property of the observance that was begun last.
  mutating func addToObservance(_ property: ICalendarProperty) {
    guard !observances.isEmpty else { return }
    let last = observances.count - 1
    switch property.name {
    case "DTSTART":
      if case .local(let time)? = ICalendarTime(property.value) { observances[last].onset = time }
    case "TZOFFSETTO": observances[last].offset = Self.offset(property.value)
    case "RRULE": observances[last].rule = Self.rule(property.value)
    default: break
    }
  }

  /// The maximum number of observances that each time is compared with.
  private static let maximumObservances = 1000

  /// Returns the instant of a local time in seconds since 1970; nil if the definition is unusable.
  func seconds(of time: CivilTime) -> Int? {
    let known = observances.prefix(Self.maximumObservances).compactMap { observance in
      observance.offset.map { (offset: $0, onset: observance.latestOnset(until: time)) }
    }
    let latest = known.max { ($0.onset ?? .min) < ($1.onset ?? .min) }
    return latest.map { time.utcSeconds - $0.offset }
  }

  private static func offset(_ text: String) -> Int? {
    var scanner = TextScanner(text)
    let sign = scanner.skip("-") ? -1 : 1
    if sign == 1, !scanner.skip("+") { return nil }
    guard let hours = scanner.digits(2), let minutes = scanner.digits(2) else { return nil }
    return sign * (hours * 3600 + minutes * 60 + (scanner.digits(2) ?? 0))
  }

  private static func rule(_ text: String) -> YearlyRule? {
    var parts: [Substring: Substring] = [:]
    for part in text.uppercased().split(separator: ";") {
      guard let equals = part.firstIndex(of: "=") else { continue }
      parts[part[..<equals]] = part[part.index(after: equals)...]
    }
    guard
      parts["FREQ"] == "YEARLY",
      let month = parts["BYMONTH"].flatMap({ Int($0) }), 1...12 ~= month,
      let day = parts["BYDAY"],
      let weekday = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"].firstIndex(of: day.suffix(2)),
      let ordinal = Int(day.dropLast(2)), ordinal != 0, -5...5 ~= ordinal
    else { return nil }
    let lastYear = parts["UNTIL"].flatMap { Int($0.prefix(4)) } ?? .max
    return YearlyRule(month: month, ordinal: ordinal, weekday: weekday, lastYear: lastYear)
  }
}

extension ICalendarTimeZone.Observance {
  /// Returns the last time at or before a local time at which the observance begins, in seconds that
  /// ignore time zones.
  fileprivate func latestOnset(until time: CivilTime) -> Int? {
    guard let onset, onset.utcSeconds <= time.utcSeconds else { return nil }
    guard let rule else { return onset.utcSeconds }
    let clock = onset.utcSeconds - onset.daysSince1970 * 86_400
    let latest = min(time.year, rule.lastYear)
    let onsets = [latest, latest - 1].compactMap { year in
      rule.day(in: year).map { $0 * 86_400 + clock }
    }
    return onsets.first { $0 <= time.utcSeconds && $0 >= onset.utcSeconds } ?? onset.utcSeconds
  }
}

extension ICalendarTimeZone.YearlyRule {
  /// Returns the day of a year in days since 1970-01-01; nil if the year is out of range.
  fileprivate func day(in year: Int) -> Int? {
    let nextMonth = month == 12 ? (year + 1, 1) : (year, month + 1)
    guard
      let first = CivilTime(year: year, month: month, day: 1)?.daysSince1970,
      let next = CivilTime(year: nextMonth.0, month: nextMonth.1, day: 1)?.daysSince1970
    else { return nil }
    if ordinal > 0 { return first + days(from: first, to: weekday) + (ordinal - 1) * 7 }
    return next + days(from: next, to: weekday) + ordinal * 7
  }

  /// Returns the number of days from a day to the next one with a weekday, from 0 to 6.
  private func days(from day: Int, to weekday: Int) -> Int {
    // Day 0, 1970-01-01, was a Thursday.
    let difference = (weekday - day - 3) % 7
    return difference < 0 ? difference + 7 : difference
  }
}
