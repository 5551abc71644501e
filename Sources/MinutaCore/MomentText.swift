package import Foundation

/// Moments as people type them: `now`, `09:30`, `yesterday 17:00`, `-15m`, `15m ago`, RFC 3339.
package struct MomentText: Sendable {
  private let now: Date
  private let clock: WallClock
  private let days: DayReckoning

  package init(now: Date, days: DayReckoning) {
    self.now = now.inWholeSeconds
    self.days = days
    clock = WallClock(timeZone: days.timeZone)
  }

  /// Moments of days from midnight.
  package init(now: Date, timeZone: TimeZone) {
    self.init(now: now, days: DayReckoning(timeZone: timeZone))
  }

  /// Reads a moment; nil where the text is none, or one outside `Timestamp.range`.
  package func instant(_ text: String) -> WallClock.Instant? {
    anyInstant(text).flatMap { Timestamp.range.contains($0.date) ? $0 : nil }
  }

  private func anyInstant(_ text: String) -> WallClock.Instant? {
    let words = text.split(separator: " ").map { String($0) }
    let text = words.joined(separator: " ")
    if text == "now" { return exact(now) }
    if let date = Timestamp.date(text) { return exact(date) }
    if let date = ago(text) { return exact(date) }
    var whole = TextScanner(text)
    if let time = whole.dateAndTime(separators: "T "), whole.isAtEnd {
      return clock.instant(of: time)
    }
    return words.count <= 2 ? clockTime(words) : nil
  }

  private func exact(_ date: Date) -> WallClock.Instant {
    WallClock.Instant(date: date, adjustment: nil)
  }

  private func ago(_ text: String) -> Date? {
    let duration =
      if text.hasPrefix("-") {
        DurationText.seconds(String(text.dropFirst()))
      } else if text.hasSuffix(" ago") {
        DurationText.seconds(String(text.dropLast(4)))
      } else {
        Int?.none
      }
    return duration.map { now.addingTimeInterval(-Double($0)) }
  }

  /// Reads `09:30`, of today where no other day is named.
  ///
  /// A time before the one that days begin at lies on the next date.
  private func clockTime(_ words: [String]) -> WallClock.Instant? {
    guard let last = words.last else { return nil }
    let today = days.day(at: now.wholeSeconds)
    let day: Int? =
      switch words.count == 2 ? words[0] : "today" {
      case "today": today
      case "yesterday": today - 1
      default: nil
      }
    guard let day else { return nil }
    var scanner = TextScanner(last)
    guard var time = scanner.clock(on: CivilTime(day: day)), scanner.isAtEnd else { return nil }
    let sinceMidnight = time.utcSeconds - day * 86_400
    if sinceMidnight < days.dayStart { time = CivilTime(utcSeconds: time.utcSeconds + 86_400) }
    let instant = clock.instant(of: time)
    let shift = day - today
    let date = clock.time(at: now).day1970 + shift
    guard instant.adjustment == nil, time.day1970 != date else { return instant }
    return WallClock.Instant(date: instant.date, adjustment: .ofDay(time))
  }
}
