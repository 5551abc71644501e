package import Foundation

/// Moments as people type them: `now`, `09:30`, `yesterday 17:00`, `-15m`, `15m ago`, RFC 3339.
package struct MomentText: Sendable {
  private let now: Date
  private let clock: WallClock

  package init(now: Date, timeZone: TimeZone) {
    self.now = now.inWholeSeconds
    clock = WallClock(timeZone: timeZone)
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
    return wallTime(text, words).map(clock.instant)
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

  private func wallTime(_ text: String, _ words: [String]) -> CivilTime? {
    var whole = TextScanner(text)
    if let time = whole.dateAndTime(separators: "T "), whole.isAtEnd { return time }
    guard let last = words.last, words.count <= 2 else { return nil }
    let today = clock.time(at: now)
    let day: CivilTime? =
      switch words.count == 2 ? words[0] : "today" {
      case "today": today
      case "yesterday": CivilTime(utcSeconds: today.utcSeconds - 86_400)
      default: nil
      }
    var scanner = TextScanner(last)
    guard let day, let time = scanner.clock(on: day), scanner.isAtEnd else { return nil }
    return time
  }
}
