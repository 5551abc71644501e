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
}
