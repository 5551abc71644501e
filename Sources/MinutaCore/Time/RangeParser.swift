package import Foundation

/// Parses the ranges that users type: `today`, `last week`, `2026-11`, `mon..fri`, `7d`,
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

  /// The single words that stand for a range, such as `today`.
  package static let words =
    [
      "today", "yesterday", "thisWeek", "lastWeek", "thisMonth", "lastMonth", "thisYear",
      "lastYear", "all", "tomorrow", "week", "month", "year",
    ] + Weekday.allCases.map { $0.name.lowercased() } + CalendarSpan.months

  /// Parses a range.
  ///
  /// Returns nil if the text is not a range, if the range ends before it starts, or if it lies
  /// partly outside `Timestamp.range`.
  package func range(_ text: String) -> TimeRange? {
    guard let phrase = RangePhrase(text) else { return nil }
    let range: TimeRange
    switch (phrase.first, phrase.last) {
    case (nil, nil): range = TimeRange(timeZone: days.timeZone)
    case (let first?, nil):
      guard let span = first.days(today: today, by: days) else { return nil }
      range = TimeRange(from: days.range(ofDays: span).from, timeZone: days.timeZone)
    case (nil, let last?):
      guard let span = last.days(today: today, by: days) else { return nil }
      range = TimeRange(to: days.range(ofDays: span).to, timeZone: days.timeZone)
    case (_?, _?):
      guard let covered = dayRange(phrase) else { return nil }
      range = days.range(ofDays: covered)
    }
    let edges = [range.from, range.to].compactMap { $0 }
    return edges.allSatisfy(Timestamp.range.contains) ? range : nil
  }

  /// Whether a range ends before it starts, as `2026-11-20..2026-11-01` does.
  package func isReversed(_ text: String) -> Bool {
    guard let phrase = RangePhrase(text), let first = phrase.first?.days(today: today, by: days),
      let last = phrase.last?.days(today: today, by: days)
    else { return false }
    return last.upperBound <= first.lowerBound
  }

  /// Parses a range, and returns its days, counted from 1970-01-01.
  ///
  /// Returns nil for a range without a first or last day, such as `all`.
  package func dayRange(_ text: String) -> Range<Int>? { RangePhrase(text).flatMap(dayRange) }

  func dayRange(_ phrase: RangePhrase) -> Range<Int>? {
    guard
      let first = phrase.first?.days(today: today, by: days),
      let last = phrase.last?.days(today: today, by: days)
    else { return nil }
    if first.lowerBound < last.upperBound { return first.lowerBound..<last.upperBound }
    // In `mon..fri`, Friday is the one after Monday, even if it is still to come.
    guard let next = phrase.last?.days(from: first.lowerBound, by: days) else { return nil }
    return first.lowerBound..<next.upperBound
  }
}
