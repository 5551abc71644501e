extension CalendarSpan {
  /// Parses words in lower case, such as `yesterday`, `last week`, `november` or `2026-11-20`.
  ///
  /// Returns nil if the words are not the name of a span. A name may be that of a date that doesn't
  /// exist.
  init?(_ words: some Collection<String>) {
    let words = Array(words)
    let found: CalendarSpan? =
      switch words.count {
      case 1: Self.named(words[0]) ?? Self.fixed(words[0])
      case 2: Self.span(words[0], words[1])
      case 3: Self.span(words[0], words[1], words[2])
      default: nil
      }
    guard let found else { return nil }
    self = found
  }

  /// Parses words in lower case that name a single day; `2 weeks ago` is the same weekday here.
  ///
  /// Returns nil if the words name no day.
  init?(dayNamed words: [String]) {
    guard let span = CalendarSpan(words) else { return nil }
    if words.last == "ago", case .relative(let unit, let count) = span {
      self = .dayBefore(unit, -count)
    } else if span.isDay {
      self = span
    } else {
      return nil
    }
  }

  /// Splits a text into words as `init` expects them.
  ///
  /// `lastWeek`, `last-week` and `:lastweek` become two words, as do `7d` and `mon-fri`.
  static func words(_ text: String) -> [String] {
    let plain = text.hasPrefix(":") ? text.dropFirst() : text[...]
    return plain.lowercased().split(separator: " ").flatMap { word -> [String] in
      let parts =
        word.utf8.contains { $0 &- UInt8(ascii: "0") < 10 }
        ? [String(word)] : word.split { $0 == "-" || $0 == "_" }.map { String($0) }
      return parts.flatMap(Self.splitPrefix)
    }
  }

  private static func splitPrefix(_ word: String) -> [String] {
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    let rest = String(word.dropFirst(digits.count))
    if !digits.isEmpty, units[rest] != nil { return [String(digits), rest] }
    for prefix in occurrences.keys where word.hasPrefix(prefix) && word != prefix {
      let rest = String(word.dropFirst(prefix.count))
      if units[rest] != nil || Weekday(text: rest) != nil || month(rest) != nil {
        return [prefix, rest]
      }
    }
    return [word]
  }

  private static let occurrences: [String: Occurrence] = [
    "this": .current, "current": .current, "last": .previous, "past": .previous,
    "previous": .previous, "next": .next,
  ]

  private static let units: [String: LocalCalendar.Unit] = [
    "d": .day, "day": .day, "days": .day, "w": .week, "week": .week, "weeks": .week,
    "month": .month, "months": .month, "y": .year, "year": .year, "years": .year,
  ]

  /// The names of the months in lower case.
  static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]

  /// Returns the number of a month by its name, or by the first three or four letters of it.
  static func month(_ word: String) -> Int? {
    months.firstIndex { $0 == word || 3...4 ~= word.count && $0.hasPrefix(word) }.map { $0 + 1 }
  }

  private static func named(_ word: String) -> CalendarSpan? {
    switch word {
    case "today": return .relative(.day, 0)
    case "yesterday": return .relative(.day, -1)
    case "tomorrow": return .relative(.day, 1)
    case "day", "week", "month", "year": return units[word].map { .relative($0, 0) }
    default: break
    }
    if let weekday = Weekday(text: word) { return .weekday(weekday, .latest) }
    return month(word).map { .month($0, .latest) }
  }

  /// Parses `2026-11-20`, `20.11.2026`, `20.11.`, `2026-w46`, `2026-11` or `2026`.
  private static func fixed(_ word: String) -> CalendarSpan? {
    var day = TextScanner(word)
    if let date = day.date(), day.isAtEnd { return .date(date) }
    if word.utf8.contains(UInt8(ascii: ".")) { return dotted(word) }
    var scanner = TextScanner(word)
    guard let year = scanner.digits(4) else { return nil }
    if scanner.isAtEnd { return .year(year) }
    guard scanner.skip("-") else { return nil }
    let isWeek = scanner.skip("w")
    guard let number = scanner.digits(2), scanner.isAtEnd else { return nil }
    return isWeek ? .isoWeek(number, year: year) : .monthOfYear(number, year: year)
  }

  /// Parses a day, a month and a year or none, each with a point after it except the year.
  private static func dotted(_ word: String) -> CalendarSpan? {
    var scanner = TextScanner(word)
    guard let day = scanner.digits(upTo: 2), scanner.skip("."),
      let month = scanner.digits(upTo: 2), scanner.skip(".")
    else { return nil }
    if scanner.isAtEnd {
      // Without a year, 29 February is a day.
      let exists = CivilTime(year: 2024, month: month, day: day) != nil
      return exists ? .dayOfMonth(month: month, day: day) : nil
    }
    guard let year = scanner.digits(4), scanner.isAtEnd else { return nil }
    return CivilTime(year: year, month: month, day: day).map { .date($0) }
  }

  private static func span(_ first: String, _ second: String) -> CalendarSpan? {
    if let occurrence = occurrences[first] {
      if let weekday = Weekday(text: second) { return .weekday(weekday, occurrence) }
      if let month = month(second) { return .month(month, occurrence) }
      guard let unit = units[second], second.count > 1 else { return nil }
      switch occurrence {
      case .previous, .latest: return .relative(unit, -1)
      case .current: return .relative(unit, 0)
      case .next: return .relative(unit, 1)
      }
    }
    if first == "week", let week = number(second, digits: 1...2) {
      return 1...53 ~= week ? .week(week) : nil
    }
    // `week last` is what is typed after the command `minuta week`.
    if ["week", "month", "year"].contains(first), occurrences[second] == .previous {
      return units[first].map { .relative($0, -1) }
    }
    if let count = count(first), let unit = units[second] { return .latest(unit, count: count) }
    if let year = number(first, digits: 4...4), let month = month(second) {
      return .monthOfYear(month, year: year)
    }
    if let month = month(first) {
      if let year = number(second, digits: 4...4) { return .monthOfYear(month, year: year) }
      return number(second, digits: 1...2).map { .dayOfMonth(month: month, day: $0) }
    }
    guard let month = month(second), let day = number(first, digits: 1...2) else { return nil }
    return .dayOfMonth(month: month, day: day)
  }

  private static func span(_ first: String, _ second: String, _ third: String) -> CalendarSpan? {
    if occurrences[first] == .previous, let count = count(second), let unit = units[third] {
      return .latest(unit, count: count)
    }
    let isOne = first == "a"
    if third == "ago", let count = isOne ? 1 : count(first), let unit = units[second] {
      return .relative(unit, -count)
    }
    guard let year = number(third, digits: 4...4) else { return nil }
    let isMonthFirst = month(first) != nil
    guard
      let month = month(isMonthFirst ? first : second),
      let day = number(isMonthFirst ? second : first, digits: 1...2)
    else { return nil }
    return CivilTime(year: year, month: month, day: day).map { .date($0) }
  }

  /// Parses a number of units, from 1 to 999.
  private static func count(_ word: String) -> Int? {
    number(word, digits: 1...3).flatMap { $0 > 0 ? $0 : nil }
  }

  private static func number(_ word: String, digits: ClosedRange<Int>) -> Int? {
    var scanner = TextScanner(word)
    guard digits.contains(word.utf8.count), let number = scanner.digits(word.utf8.count) else {
      return nil
    }
    return number
  }
}
