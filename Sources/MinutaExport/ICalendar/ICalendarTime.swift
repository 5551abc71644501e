import MinutaCore

/// The value of a date or time in an iCalendar file.
enum ICalendarTime: Equatable {
  case utc(CivilTime)
  /// A time in the time zone of the property, or in the reader's.
  case local(CivilTime)
  /// A whole day.
  case day(CivilTime)

  /// Parses a value such as `20240517T083000Z`; returns nil if it isn't a time.
  init?(_ text: String) {
    var scanner = TextScanner(text)
    guard
      let year = scanner.digits(4), let month = scanner.digits(2), let day = scanner.digits(2),
      let date = CivilTime(year: year, month: month, day: day)
    else { return nil }
    if scanner.isAtEnd {
      self = .day(date)
      return
    }
    guard
      scanner.skip("Tt"),
      let hour = scanner.digits(2), let minute = scanner.digits(2), let second = scanner.digits(2),
      let time = CivilTime(
        year: year,
        month: month,
        day: day,
        hour: hour,
        minute: minute,
        second: second
      )
    else { return nil }
    self = scanner.skip("Zz") ? .utc(time) : .local(time)
    if !scanner.isAtEnd { return nil }
  }

  /// Parses a duration such as `PT1H30M`, `P1D` or `-PT5M`, in seconds; returns nil if the text isn't
  /// one.
  static func seconds(_ text: String) -> Int? {
    var scanner = TextScanner(text.uppercased())
    let sign = scanner.skip("-") ? -1 : 1
    if sign == 1 { _ = scanner.skip("+") }
    guard scanner.skip("P") else { return nil }
    var seconds = 0
    var isTime = false
    while !scanner.isAtEnd {
      if !isTime, scanner.skip("T") { isTime = true }
      guard
        let number = scanner.digits(upTo: 9),
        let unit = unit(&scanner, isTime: isTime),
        seconds < 1 << 50
      else { return nil }
      seconds += number * unit
    }
    return sign * seconds
  }

  /// Returns the seconds in the unit that follows a number.
  private static func unit(_ scanner: inout TextScanner<[UInt8]>, isTime: Bool) -> Int? {
    if isTime {
      if scanner.skip("H") { return 3600 }
      return scanner.skip("M") ? 60 : scanner.skip("S") ? 1 : nil
    }
    return scanner.skip("W") ? 7 * 86_400 : scanner.skip("D") ? 86_400 : nil
  }
}
