import Foundation

/// The user's settings for days, weeks, overlaps, timers, targets, sheets and invoices.
package struct TimeRules: Sendable, Equatable {
  /// The local time at which a day starts, in seconds after midnight.
  package var dayStart = 0
  package var weekStart = Weekday.monday
  /// Whether times of day are shown as `2:30 pm`.
  package var uses12Hours = false
  /// The format of durations in sentences.
  package var durations = DurationFormat.Style.units
  package var overlap = OverlapPolicy.allow
  package var timers = ConcurrentTimerPolicy.warn
  package var targets = TargetPlan()
  /// The words of reports and sheets by language or locale and by the English ones.
  package var words: [String: [String: String]] = [:]
  package var billing = BillingRules()
  package var reports = ReportRules()
  /// The minimum length of an absence, in seconds, that the user is asked about.
  package var minimumAwaySeconds = 600

  package init() {}
}

extension TimeRules {
  /// The tags that have a target, a rate or an address, each with a noun such as `a rate`.
  package var tagUses: [(noun: String, tag: TagPath)] {
    targets.lines.compactMap { line in line.tag.map { ("a target", TagPath($0)) } }
      + billing.rates.compactMap { rate in rate.tag.map { ("a rate", $0) } }
      + billing.clients.map { ("an address", $0.tag) }
  }

  /// Parses the local time at which a day starts, such as `06:00`, to seconds after midnight.
  package static func dayStart(_ text: String) -> Int? {
    var scanner = TextScanner(text)
    guard let time = scanner.clock(on: CivilTime(day: 0)), scanner.isAtEnd else { return nil }
    return time.utcSeconds
  }

  /// Parses a calendar day or a range of days: `2026-12-25` or `2026-08-01/2026-08-14`.
  ///
  /// The result is in days since 1970-01-01.
  package static func days(_ text: String) -> Range<Int>? {
    guard let phrase = RangePhrase(text), phrase.isFixed else { return nil }
    return RangeParser(now: Date(timeIntervalSince1970: 0), timeZone: .gmt).dayRange(phrase)
  }

  /// Parses a day of the week in lowercase, such as `monday`.
  package static func weekday(_ text: String) -> Weekday? {
    Weekday.allCases.first { $0.name.lowercased() == text }
  }
}
