package import Foundation

/// Ranges as people type them: `today`, `lastWeek`, `2026-11`, `2026-W46`, `2026-11-01/2026-11-20`.
package struct RangeText: Sendable {
  private let now: Date
  private let calendar: Calendar
  private let timeZone: TimeZone

  package init(now: Date, timeZone: TimeZone) {
    self.now = now
    self.timeZone = timeZone
    calendar = .iso(in: timeZone)
  }

  /// The words for ranges.
  package static let words = [
    "today", "yesterday", "thisWeek", "lastWeek", "thisMonth", "lastMonth", "thisYear", "lastYear",
    "all",
  ]

  /// Reads a range; nil where the text is none, ends before it begins, or reaches out of
  /// `Timestamp.range`.
  package func range(_ text: String) -> TimeRange? {
    if text == "all" { return TimeRange(timeZone: timeZone) }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
    guard
      parts.count <= 2,
      let first = interval(parts[0]),
      let last = parts.count == 2 ? interval(parts[1]) : first,
      first.start < last.end,
      Timestamp.range.contains(first.start), Timestamp.range.contains(last.end)
    else { return nil }
    return TimeRange(from: first.start, to: last.end, timeZone: timeZone)
  }

  private func interval(_ text: String) -> DateInterval? {
    switch text {
    case "today": interval(.day)
    case "yesterday": interval(.day, before: true)
    case "thisWeek": interval(.weekOfYear)
    case "lastWeek": interval(.weekOfYear, before: true)
    case "thisMonth": interval(.month)
    case "lastMonth": interval(.month, before: true)
    case "thisYear": interval(.year)
    case "lastYear": interval(.year, before: true)
    default: named(text)
    }
  }

  private func interval(_ unit: Calendar.Component, before: Bool = false) -> DateInterval? {
    let current = calendar.dateInterval(of: unit, for: now)
    guard before else { return current }
    return current.flatMap {
      calendar.dateInterval(of: unit, for: $0.start.addingTimeInterval(-1))
    }
  }

  /// Reads `2026-11-20`, `2026-W46`, `2026-11` or `2026`.
  private func named(_ text: String) -> DateInterval? {
    var day = TextScanner(text)
    if let date = day.date(), day.isAtEnd { return interval(.day, at: date) }
    var scanner = TextScanner(text)
    guard let year = scanner.digits(4) else { return nil }
    if scanner.isAtEnd { return interval(.year, at: CivilTime(year: year, month: 1, day: 1)) }
    guard scanner.skip("-") else { return nil }
    if scanner.skip("W") {
      guard let week = scanner.digits(2), scanner.isAtEnd else { return nil }
      return self.week(week, of: year)
    }
    guard let month = scanner.digits(2), scanner.isAtEnd else { return nil }
    return interval(.month, at: CivilTime(year: year, month: month, day: 1))
  }

  /// Noon is a time that every day of every zone has.
  private func interval(_ unit: Calendar.Component, at date: CivilTime?) -> DateInterval? {
    guard var noon = date else { return nil }
    noon.hour = 12
    return calendar.dateInterval(
      of: unit,
      for: WallClock(timeZone: timeZone).instant(of: noon).date
    )
  }

  /// The week with the year's first Thursday is its first.
  private func week(_ week: Int, of year: Int) -> DateInterval? {
    guard let fourth = CivilTime(year: year, month: 1, day: 4), 1...53 ~= week else { return nil }
    let day = CivilTime(utcSeconds: fourth.utcSeconds + (week - 1) * 7 * 86_400)
    let interval = interval(.weekOfYear, at: day)
    let found = interval.map {
      calendar.component(.yearForWeekOfYear, from: $0.start)
    }
    return found == year ? interval : nil
  }
}

extension Calendar {
  /// The Gregorian calendar with ISO 8601's weeks: from Monday, the first with four days.
  package static func iso(in timeZone: TimeZone) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = Locale(identifier: "en_US_POSIX")
    calendar.timeZone = timeZone
    calendar.firstWeekday = 2
    calendar.minimumDaysInFirstWeek = 4
    return calendar
  }
}
