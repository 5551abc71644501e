package import Foundation

/// Parses the ranges that users type: `today`, `lastWeek`, `2026-11`, `2026-W46`,
/// `2026-11-01/2026-11-20`.
package struct RangeParser: Sendable {
  private let today: Int
  private let days: LocalCalendar

  package init(now: Date, days: LocalCalendar) {
    self.days = days
    today = days.day(at: now.unixSeconds)
  }

  /// Creates a parser for days from midnight and weeks from Monday.
  package init(now: Date, timeZone: TimeZone) {
    self.init(now: now, days: LocalCalendar(timeZone: timeZone))
  }

  /// The keywords that stand for a range, such as `today`.
  package static let words = [
    "today", "yesterday", "thisWeek", "lastWeek", "thisMonth", "lastMonth", "thisYear", "lastYear",
    "all",
  ]

  /// Parses a range.
  ///
  /// Returns nil if the text is not a range, if the range ends before it starts, or if it lies
  /// partly outside `Timestamp.range`.
  package func range(_ text: String) -> TimeRange? {
    if text == "all" { return TimeRange(timeZone: days.timeZone) }
    guard let covered = dayRange(text) else { return nil }
    let range = days.range(ofDays: covered)
    let edges = [range.from, range.to].compactMap { $0 }
    return edges.allSatisfy(Timestamp.range.contains) ? range : nil
  }

  /// Parses a range, and returns its days, counted from 1970-01-01.
  ///
  /// Returns nil for `all`, which has no first and last day.
  package func dayRange(_ text: String) -> Range<Int>? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
    guard
      parts.count <= 2,
      let first = span(parts[0]),
      let last = parts.count == 2 ? span(parts[1]) : first,
      first.lowerBound < last.upperBound
    else { return nil }
    return first.lowerBound..<last.upperBound
  }

  private func span(_ text: String) -> Range<Int>? {
    switch text {
    case "today": span(.day)
    case "yesterday": span(.day, before: true)
    case "thisWeek": span(.week)
    case "lastWeek": span(.week, before: true)
    case "thisMonth": span(.month)
    case "lastMonth": span(.month, before: true)
    case "thisYear": span(.year)
    case "lastYear": span(.year, before: true)
    default: named(text)
    }
  }

  private func span(_ unit: LocalCalendar.Unit, before: Bool = false) -> Range<Int> {
    let current = days.days(of: unit, containing: today)
    return before ? days.days(of: unit, containing: current.lowerBound - 1) : current
  }

  /// Parses the name of a day, week, month or year: `2026-11-20`, `2026-W46`, `2026-11` or `2026`.
  private func named(_ text: String) -> Range<Int>? {
    var day = TextScanner(text)
    if let date = day.date(), day.isAtEnd { return span(.day, of: date) }
    var scanner = TextScanner(text)
    guard let year = scanner.digits(4) else { return nil }
    if scanner.isAtEnd { return span(.year, of: CivilTime(year: year, month: 1, day: 1)) }
    guard scanner.skip("-") else { return nil }
    if scanner.skip("W") {
      guard let week = scanner.digits(2), scanner.isAtEnd else { return nil }
      return self.week(week, of: year)
    }
    guard let month = scanner.digits(2), scanner.isAtEnd else { return nil }
    return span(.month, of: CivilTime(year: year, month: month, day: 1))
  }

  private func span(_ unit: LocalCalendar.Unit, of date: CivilTime?) -> Range<Int>? {
    date.map { days.days(of: unit, containing: $0.daysSince1970) }
  }

  /// Returns the days of a week of a year.
  ///
  /// Week 1 is the week that contains January 4, as in ISO 8601.
  private func week(_ week: Int, of year: Int) -> Range<Int>? {
    guard let fourth = CivilTime(year: year, month: 1, day: 4), 1...53 ~= week else { return nil }
    let span = days.days(of: .week, containing: fourth.daysSince1970 + (week - 1) * 7)
    return days.week(fromDay: span.lowerBound).year == year ? span : nil
  }
}
