package import MinutaCore

/// A date, a time of day, or both, as a cell of a file states them.
package enum TimeText: Sendable, Equatable {
  /// The seconds since 1970-01-01T00:00:00Z.
  case instant(Int)
  /// A date and time of day.
  case local(CivilTime)
  /// A date without a time of day.
  case date(CivilTime)
  /// A time of day without a date, in seconds after midnight.
  case clock(Int)

  /// The reason why a text can't be read.
  package enum Problem: Error {
    case invalid
    /// The order of day and month is needed.
    case needsDateOrder
  }

  /// Reads a text such as `2024-05-17 08:30`, `5/17/2024 8:30 AM`, `08:30:00`,
  /// `2024-05-17T08:30:00Z`, `17 May 2024`, `Fri, 17 May 2024 08:30:00 +0200`, or a number of seconds
  /// or milliseconds since 1970.
  ///
  /// - Parameter order: The order of dates such as `05/06/2024`, if it's known.
  package init(_ text: String, order: DateOrder?) throws(Problem) {
    let text = text.trimmed
    if let seconds = Self.unixSeconds(text) {
      self = .instant(seconds)
      return
    }
    if let named = Self.dateWithMonthName(text) {
      self = try Self.time(named.date, named.rest)
      return
    }
    let word = Self.dateWord(of: text)
    if word.utf8.contains(UInt8(ascii: ":")) {
      guard let clock = Self.clock(text), clock.offset == nil else { throw .invalid }
      self = .clock(clock.seconds)
      return
    }
    let date = try Self.date(word, order)
    self = try Self.time(date, text[word.endIndex...])
  }

  /// Returns the time of a date and the text after it, which has the time of day, if any.
  private static func time(_ date: CivilTime, _ text: Substring) throws(Problem) -> TimeText {
    let rest = text.drop { $0.isWhitespace || "Tt,".contains($0) }
    if rest.isEmpty { return .date(date) }
    guard let clock = clock(rest) else { throw .invalid }
    let seconds = date.utcSeconds + clock.seconds
    return clock.offset.map { .instant(seconds - $0) } ?? .local(CivilTime(utcSeconds: seconds))
  }

  /// Reads a date whose month is a name, and returns it with the text after it; nil if there is none.
  ///
  /// A weekday may be before it, as in RFC 2822 and in JavaScript's `Date`, whose zone is then read as
  /// a UTC offset: `Fri May 17 2024 08:30:00 GMT+0200 (Central European Summer Time)`.
  private static func dateWithMonthName(
    _ text: Substring
  ) -> (date: CivilTime, rest: Substring)? {
    let mark = text.utf8.first { !(0x30...0x39 ~= $0) && !" -./,".utf8.contains($0) }
    guard let mark, mark >= 0x41 else { return nil }
    var rest = text.prefix { $0 != "(" }
    var (day, month): (Int?, Int?) = (nil, nil)
    var isWeekdayOrMonth = false
    for isFirst in [true, false, false, false] {
      rest = rest.drop { !$0.isLetter && !$0.isNumber }
      let word = rest.prefix { $0.isLetter || $0.isNumber }
      rest = rest[word.endIndex...]
      // `mar` begins Tuesday in French and Spanish, and March.
      if day != nil, isWeekdayOrMonth, let number = Self.month(named: word) {
        (month, isWeekdayOrMonth) = (number, false)
        continue
      }
      if let day, let month {
        guard let year = Int(word), word.count == 2 || word.count == 4,
          let date = CivilTime(year: year + (year < 100 ? 2000 : 0), month: month, day: day)
        else { return nil }
        return (date, Self.withoutZoneName(rest))
      }
      if day == nil, let number = Self.dayOfMonth(word) {
        day = number
      } else if month == nil, let number = Self.month(named: word) {
        month = number
        isWeekdayOrMonth = isFirst
      } else if !isFirst || !word.allSatisfy(\.isLetter) {
        return nil
      }
    }
    return nil
  }

  /// Returns a day such as `17` or `17th`.
  private static func dayOfMonth(_ word: Substring) -> Int? {
    let isOrdinal = ["st", "nd", "rd", "th"].contains(word.suffix(2))
    let digits = isOrdinal ? word.dropLast(2) : word
    return digits.count <= 2 ? Int(digits) : nil
  }

  /// Returns the number of a month from its name or an abbreviation.
  private static func month(named word: Substring) -> Int? {
    let name = word.lowercased()
    let index = monthNames.firstIndex { names in
      names.split(separator: " ").contains { name.hasPrefix($0) }
    }
    return index.map { $0 + 1 }
  }

  /// The beginnings of the months' names in English, German, French and Spanish.
  private static let monthNames = [
    "jan ene", "feb fév", "mar mär mrz", "apr avr abr", "may mai", "jun juin", "jul juil",
    "aug aoû ago", "sep", "oct okt", "nov", "dec dez déc dic",
  ]

  /// Returns a time of day such as `08:30 GMT+0200` or `08:30 GMT` with only the UTC offset.
  private static func withoutZoneName(_ text: Substring) -> Substring {
    let words = text.split(separator: " ").map { word in
      guard word.hasPrefix("GMT") || word.hasPrefix("UTC") else { return word }
      return word.count == 3 ? "Z" : word.dropFirst(3)
    }
    return words.joined(separator: " ")[...]
  }

  /// Returns the part of a text before the time of day.
  static func dateWord(of text: Substring) -> Substring {
    Substring(text.utf8.prefix { 0x21..<0x7F ~= $0 && !"Tt,".utf8.contains($0) })
  }

  private static func date(_ word: Substring, _ order: DateOrder?) throws(Problem) -> CivilTime {
    guard let text = DateText(word) else { throw .invalid }
    guard let order = text.order == .yearMonthDay ? .yearMonthDay : order ?? text.order else {
      throw .needsDateOrder
    }
    guard let date = text.date(order) else { throw .invalid }
    return date
  }

  private static func unixSeconds(_ text: Substring) -> Int? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let isNumber = parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }
    if parts.count == 2, isNumber, parts[0].utf8.count == 10 { return Int(parts[0]) }
    guard parts.count == 1, isNumber else { return nil }
    switch text.utf8.count {
    case 9, 10: return Int(text)
    case 13: return Int(text).map { $0 / 1000 }
    default: return nil
    }
  }

  /// Reads a time of day, such as `8:30`, `08:30:00` or `8:30 PM`, and a UTC offset after it.
  private static func clock(_ text: Substring) -> (seconds: Int, offset: Int?)? {
    // Some programs write a narrow no-break space before AM and PM.
    var scanner = TextScanner(text.lowercased().filter { !$0.isWhitespace })
    guard
      var hour = scanner.digits(upTo: 2), scanner.skip(":"),
      let minute = scanner.digits(2), minute < 60
    else { return nil }
    var second = 0
    if scanner.skip(":") {
      guard let digits = scanner.digits(2), digits < 60 else { return nil }
      second = digits
    }
    guard scanner.skipFraction() else { return nil }
    let isMorning = scanner.skip("a")
    if isMorning || scanner.skip("p") {
      _ = (scanner.skip("."), scanner.skip("m"), scanner.skip("."))
      // Some programs write `0:30 PM`, and `13:00 PM`.
      if isMorning, hour > 12 { return nil }
      if hour <= 12 { hour = hour % 12 + (isMorning ? 0 : 12) }
    }
    guard hour < 24 || hour == 24 && minute + second == 0 else { return nil }
    let seconds = hour * 3600 + minute * 60 + second
    if scanner.isAtEnd { return (seconds, nil) }
    var hours = scanner
    if let offset = scanner.offset(), scanner.isAtEnd { return (seconds, offset) }
    // PostgreSQL writes `+02`.
    let sign = hours.skip("-") ? -1 : 1
    guard sign < 0 || hours.skip("+"), let offset = hours.digits(2), hours.isAtEnd, offset < 24
    else {
      return nil
    }
    return (seconds, sign * offset * 3600)
  }
}
