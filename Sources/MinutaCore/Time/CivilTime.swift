/// A date and time of day in the Gregorian calendar, without a time zone.
///
/// It replaces Foundation's formatter and calendar, which take a microsecond per conversion: too
/// slow for two conversions per record.
package struct CivilTime: Sendable, Hashable {
  package var year: Int
  package var month: Int
  package var day: Int
  package var hour: Int
  package var minute: Int
  package var second: Int

  /// Creates a time, or returns nil if the date or the time of day doesn't exist.
  ///
  /// Years before 1600 are rejected, because Foundation's calendar uses Julian dates before 1582.
  package init?(
    year: Int,
    month: Int,
    day: Int,
    hour: Int = 0,
    minute: Int = 0,
    second: Int = 0
  ) {
    guard
      1600...9999 ~= year, 1...12 ~= month, 1...Self.days(in: month, of: year) ~= day,
      0...23 ~= hour, 0...59 ~= minute, 0...59 ~= second
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  /// Creates the UTC date and time for a number of seconds since 1970-01-01T00:00:00Z.
  package init(utcSeconds seconds: Int) {
    let days = seconds.flooredQuotient(by: 86_400)
    let rest = seconds - days * 86_400
    (year, month, day) = Self.date(ofDay: days)
    hour = rest / 3600
    minute = rest % 3600 / 60
    second = rest % 60
  }

  /// The seconds since 1970-01-01T00:00:00Z, if this date and time is in UTC.
  package var utcSeconds: Int {
    Self.dayNumber(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second
  }

  /// Creates midnight at the start of a day, which is given in days since 1970-01-01.
  package init(day: Int) {
    self.init(utcSeconds: day * 86_400)
  }

  /// The number of days from 1970-01-01 to this date.
  package var daysSince1970: Int { Self.dayNumber(year, month, day) }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }

  // Years are counted from March, so that a leap day is the last day of its year. 719,468 is the
  // number of days from March 1 of year 0 to 1970-01-01 (Howard Hinnant, "chrono-Compatible
  // Low-Level Date Algorithms").

  static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted.flooredQuotient(by: 400)
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static func date(ofDay number: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = number + 719_468
    let era = shifted.flooredQuotient(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }
}

extension CivilTime {
  /// The English name of the month, such as `November`.
  package var monthName: String {
    let name = CalendarSpan.months[month - 1]
    return name.prefix(1).uppercased() + name.dropFirst()
  }

  /// The date, such as `2026-11-20`.
  package var dateText: String {
    guard 1000...9999 ~= year else {
      return "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))"
    }
    // A summary by day has thousands of dates; joining texts would take a fifth of its time.
    return String(unsafeUninitializedCapacity: 10) { bytes in
      var number = year * 10_000 + month * 100 + day
      for place in (0..<10).reversed() {
        if place == 4 || place == 7 {
          bytes[place] = UInt8(ascii: "-")
        } else {
          bytes[place] = UInt8(ascii: "0") + UInt8(number % 10)
          number /= 10
        }
      }
      return 10
    }
  }

  /// The time of day, such as `09:30`, or `09:30:15` if the seconds aren't zero.
  package var clockText: String {
    let text = "\(hour.padded(to: 2)):\(minute.padded(to: 2))"
    return second == 0 ? text : "\(text):\(second.padded(to: 2))"
  }

  /// Returns the time of day as `clockText`, or in 12 hours without seconds, such as `2:30 pm`.
  package func clockText(in12Hours: Bool) -> String {
    if !in12Hours { return clockText }
    return "\((hour + 11) % 12 + 1):\(minute.padded(to: 2)) \(hour < 12 ? "am" : "pm")"
  }
}

extension Int {
  func flooredQuotient(by divisor: Int) -> Int {
    let quotient = self / divisor
    return quotient * divisor > self ? quotient - 1 : quotient
  }

  /// The numbers below 100 with two digits, of which most dates and times consist.
  private static let twoDigits = (0..<100).map { "\($0 / 10)\($0 % 10)" }

  /// Returns the decimal digits of a non-negative number, with leading zeros up to `width`.
  package func padded(to width: Int) -> String {
    if width == 2, 0..<100 ~= self { return Self.twoDigits[self] }
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
  }
}
