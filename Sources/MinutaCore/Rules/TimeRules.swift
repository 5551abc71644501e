import Foundation

/// What the user has settled about time.
package struct TimeRules: Sendable, Equatable {
  /// When a day begins, in seconds after midnight on the clock.
  package var dayStart = 0
  package var weekStart = Weekday.monday
  package var overlap = OverlapPolicy.allow
  package var timers = ConcurrentTimerPolicy.warn
  package var targets = TargetPlan()

  package init() {}
}

extension TimeRules {
  /// Reads when days begin, such as `06:00`.
  package static func dayStart(_ text: String) -> Int? {
    var scanner = TextScanner(text)
    guard let time = scanner.clock(on: CivilTime(day: 0)), scanner.isAtEnd else { return nil }
    return time.utcSeconds
  }

  /// Reads days of the calendar, such as `2026-12-25` or `2026-08-01/2026-08-14`, counted from
  /// 1970-01-01.
  package static func days(_ text: String) -> Range<Int>? {
    guard text.first?.isNumber == true else { return nil }
    return RangeParser(now: Date(timeIntervalSince1970: 0), timeZone: .gmt).dayRange(text)
  }

  /// Reads a day of the week, such as `monday`.
  package static func weekday(_ text: String) -> Weekday? {
    Weekday.allCases.first { $0.name.lowercased() == text }
  }
}
