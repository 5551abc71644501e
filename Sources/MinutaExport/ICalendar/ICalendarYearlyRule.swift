import MinutaCore

/// The days on which an observance of an iCalendar time zone begins, one each year: such as the last
/// Sunday in March, or the first Sunday from the 8th of March.
struct ICalendarYearlyRule {
  private let month: Int
  /// The weekday, of which 0 is Monday; nil for any day.
  private let weekday: Int?
  private let choice: Choice
  /// The last day that the rule can give, in days since 1970-01-01; nil for no limit.
  private let last: Int?

  private enum Choice {
    /// The number of the weekday in the month; negative numbers count from its end.
    case ordinal(Int)
    /// The days of the month.
    case days([Int])
  }

  /// Parses a rule such as `FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU`; returns nil if the rule has any other
  /// form.
  init?(_ text: String) {
    var parts: [Substring: Substring] = [:]
    for part in text.uppercased().split(separator: ";") {
      guard let equals = part.firstIndex(of: "=") else { return nil }
      parts[part[..<equals]] = part[part.index(after: equals)...]
    }
    let known: Set<Substring> = [
      "FREQ", "BYMONTH", "BYDAY", "BYMONTHDAY", "UNTIL", "INTERVAL", "WKST",
    ]
    let weekdays: [Substring] = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
    let weekday = parts["BYDAY"].flatMap { weekdays.firstIndex(of: $0.suffix(2)) }
    let last = parts["UNTIL"].flatMap { Self.lastDay($0) }
    guard
      parts["FREQ"] == "YEARLY", parts["INTERVAL"] ?? "1" == "1",
      parts.keys.allSatisfy(known.contains),
      let month = parts["BYMONTH"].flatMap({ Int($0) }), 1...12 ~= month,
      let choice = Self.choice(parts["BYDAY"], parts["BYMONTHDAY"]),
      (weekday == nil) == (parts["BYDAY"] == nil), (last == nil) == (parts["UNTIL"] == nil)
    else { return nil }
    (self.month, self.weekday, self.choice, self.last) = (month, weekday, choice, last)
  }

  private static func choice(_ weekday: Substring?, _ days: Substring?) -> Choice? {
    let ordinal = weekday?.dropLast(2) ?? ""
    if let days {
      let numbers = days.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
      let isValid = ordinal.isEmpty && numbers.allSatisfy { 1...31 ~= $0 ?? 0 }
      return isValid ? .days(numbers.compactMap(\.self)) : nil
    }
    guard let number = Int(ordinal), number != 0, -5...5 ~= number else { return nil }
    return .ordinal(number)
  }

  /// Returns the last day of a rule that ends at a time; nil if the text isn't one.
  private static func lastDay(_ text: Substring) -> Int? {
    switch ICalendarTime(String(text)) {
    // The local day can be the next one.
    case .utc(let time)?: return time.daysSince1970 + 1
    case .local(let time)?, .day(let time)?: return time.daysSince1970
    case nil: return nil
    }
  }

  /// Returns the last days on which the rule applies, up to the end of a year, in days since
  /// 1970-01-01.
  func days(until year: Int) -> [Int] {
    let latest = min(year, last.map { CivilTime(day: $0).year } ?? year)
    return (latest - 2...latest).compactMap(day).filter { $0 <= last ?? .max }
  }

  /// Returns the day of a year in days since 1970-01-01; nil if there is none.
  private func day(in year: Int) -> Int? {
    let nextMonth = month == 12 ? (year + 1, 1) : (year, month + 1)
    guard
      let first = CivilTime(year: year, month: month, day: 1)?.daysSince1970,
      let next = CivilTime(year: nextMonth.0, month: nextMonth.1, day: 1)?.daysSince1970
    else { return nil }
    switch choice {
    case .days(let numbers):
      return numbers.map { first + $0 - 1 }.filter { $0 < next }
        .first { day in weekday.map { days(from: day, to: $0) == 0 } ?? true }
    case .ordinal(let number):
      guard let weekday else { return nil }
      let day =
        number > 0
        ? first + days(from: first, to: weekday) + (number - 1) * 7
        : next + days(from: next, to: weekday) + number * 7
      return first..<next ~= day ? day : nil
    }
  }

  /// Returns the number of days from a day to the next one with a weekday, from 0 to 6.
  private func days(from day: Int, to weekday: Int) -> Int {
    // Day 0, 1970-01-01, was a Thursday.
    let difference = (weekday - day - 3) % 7
    return difference < 0 ? difference + 7 : difference
  }
}
