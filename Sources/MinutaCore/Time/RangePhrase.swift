/// A range of days as a text names it, before it is known which day is today.
package struct RangePhrase: Sendable, Hashable {
  /// The span in which the range starts; nil if the range has no start.
  let first: CalendarSpan?
  /// The span with which the range ends; nil if the range has no end.
  let last: CalendarSpan?

  /// Whether the range is the same on each day on which it is read.
  var isFixed: Bool { first?.isFixed == true && last?.isFixed == true }

  /// Whether the text names a single day.
  package var isDay: Bool { first == last && first?.isDay == true }

  /// Ranges of one word that people often mean, for completion.
  package static let commonWords =
    ["today", "yesterday", "week", "lastWeek", "month", "lastMonth", "year", "lastYear", "all"]
    + Weekday.allCases.map(\.name).map { $0.lowercased() } + CalendarSpan.months

  /// Ranges of several words that people often mean, for completion.
  package static let commonPhrases =
    ["last", "this"].flatMap { lead in ["week", "month", "year"].map { "\(lead) \($0)" } }
    + ["last 7 days", "last 30 days"] + Weekday.allCases.map { "since \($0.name.lowercased())" }

  /// Parses a range such as `last week`, `2026-11-01..`, `since monday` or `mon to fri`.
  ///
  /// Returns nil if the text is not a range.
  package init?(_ text: String) {
    guard let ends = Self.ends(text) else { return nil }
    (first, last) = ends
  }

  /// Parses the name of a single day, such as `friday`, `10 nov` or `2 weeks ago`.
  ///
  /// Unlike in a range, `2 weeks ago` is the same weekday two weeks ago, not the whole week. Returns
  /// nil if the text names no day.
  package init?(dayNamed text: String) {
    guard text.utf8.count <= Self.longest,
      let day = CalendarSpan(dayNamed: CalendarSpan.words(text))
    else { return nil }
    (first, last) = (day, day)
  }

  private static func ends(_ text: String) -> (CalendarSpan?, CalendarSpan?)? {
    if text == "all" { return (nil, nil) }
    // A long text would be compared with itself once per word.
    guard text.utf8.count <= longest else { return nil }
    let hasSeparator = text.utf8.contains { "./".utf8.contains($0) }
    for separator in ["..", "/"] where hasSeparator && text.contains(separator) {
      // In `24.11...26.11.`, the first point belongs to the date.
      let text = text.replacing("...", with: ". ..")
      let parts = text.split(separator: separator, omittingEmptySubsequences: false)
      return parts.count == 2 ? ends(of: parts.map { CalendarSpan.words(String($0)) }) : nil
    }
    let words = CalendarSpan.words(text)
    if words == ["all"] { return (nil, nil) }
    if let span = CalendarSpan(words) { return (span, span) }
    if let days = days(words) { return days }
    switch words.first {
    case "since": return CalendarSpan(words.dropFirst()).map { ($0, nil) }
    case "to", "until", "till": return CalendarSpan(words.dropFirst()).map { (nil, $0) }
    default: break
    }
    let spans = words.first == "from" ? words.dropFirst() : words[...]
    if let place = spans.firstIndex(where: ["to", "until", "till"].contains) {
      guard let first = CalendarSpan(spans[..<place]) else { return nil }
      return CalendarSpan(spans[(place + 1)...]).map { (first, $0) }
    }
    if words.first == "from" { return CalendarSpan(spans).map { ($0, nil) } }
    for place in spans.indices.dropFirst() {
      // In `friday week`, the words belong together in another way.
      if let first = CalendarSpan(spans[..<place]), let last = CalendarSpan(spans[place...]),
        first.unit == last.unit
      {
        return (first, last)
      }
    }
    return nil
  }

  /// Returns the first and the last day of a month, such as `1-15 nov`; nil for any other words.
  private static func days(_ words: [String]) -> (CalendarSpan?, CalendarSpan?)? {
    guard 2...3 ~= words.count,
      let place = words.firstIndex(where: { $0.utf8.contains(UInt8(ascii: "-")) })
    else {
      return nil
    }
    let numbers = words[place].split(separator: "-", omittingEmptySubsequences: false)
    guard numbers.count == 2, numbers.allSatisfy({ 1...2 ~= $0.count }),
      let first = Int(numbers[0]), let last = Int(numbers[1]), first <= last
    else { return nil }
    let spans = numbers.map { number in
      CalendarSpan(words[..<place] + [String(number)] + words[(place + 1)...])
    }
    return spans.allSatisfy { $0?.isDay == true } ? (spans[0], spans[1]) : nil
  }

  /// Returns the ends that two lists of words name, of which one may be empty.
  private static func ends(of words: [[String]]) -> (CalendarSpan?, CalendarSpan?)? {
    let spans = words.map { CalendarSpan($0) }
    let isValid = zip(words, spans).allSatisfy { $0.isEmpty || $1 != nil }
    return isValid && (spans[0] != nil || spans[1] != nil) ? (spans[0], spans[1]) : nil
  }

  private static let longest = 100
}
