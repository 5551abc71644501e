extension CivilTime {
  /// Returns the dates that a text such as `24.11.2026` or `24/11` may mean, as Minuta reads them:
  /// `2026-11-24` or `24 nov`.
  ///
  /// Empty if the text doesn't have this form. A date with slashes may begin with the month.
  package static func suggestedDates(for text: String) -> [String] {
    guard let separator = text.first(where: { "./".contains($0) }) else { return [] }
    let trimmed = text.hasSuffix(".") ? text.dropLast() : text[...]
    let parts = trimmed.split(separator: separator, omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.count <= 4 ? Int($0) : nil }
    guard (2...3).contains(parts.count), numbers.count == parts.count else { return [] }
    let year = numbers.count == 3 ? numbers[2] + (numbers[2] < 100 ? 2000 : 0) : nil
    let orders = [(numbers[0], numbers[1])] + (separator == "/" ? [(numbers[1], numbers[0])] : [])
    var found: [String] = []
    for (day, month) in orders {
      // Without a year, 29 February must be a date.
      guard let date = CivilTime(year: year ?? 2024, month: month, day: day) else { continue }
      let text = year == nil ? "\(day) \(CalendarSpan.months[month - 1].prefix(3))" : date.dateText
      if !found.contains(text) { found.append(text) }
    }
    return found
  }

  /// Returns the last day of a month of which a text has a day that doesn't exist, such as
  /// `2026-11-30` for `2026-11-31` or `28 feb` for `31 Feb`; nil if it has none.
  package static func lastDay(insteadOfMissingIn text: String) -> String? {
    let words = text.split(whereSeparator: { " ./".contains($0) }).map { String($0) }
    for word in words {
      var scanner = TextScanner(word)
      guard let year = scanner.digits(4), scanner.skip("-"), let month = scanner.digits(2),
        scanner.skip("-"), let day = scanner.digits(2), scanner.isAtEnd,
        CivilTime(year: year, month: month, day: day) == nil
      else { continue }
      let near = max(1, min(month, 12))
      let last = lastDay(ofMonth: near, in: year)
      return last.flatMap { CivilTime(year: year, month: near, day: $0)?.dateText }
    }
    for (first, second) in zip(words, words.dropFirst()) {
      for (day, name) in [(first, second), (second, first)] {
        guard let day = Int(day), 29...31 ~= day,
          let month = CalendarSpan.month(name.lowercased()),
          let last = lastDay(ofMonth: month, in: 2023), last < day
        else { continue }
        return "\(last) \(CalendarSpan.months[month - 1].prefix(3))"
      }
    }
    return nil
  }

  private static func lastDay(ofMonth month: Int, in year: Int) -> Int? {
    (28...31).last { CivilTime(year: year, month: month, day: $0) != nil }
  }
}
