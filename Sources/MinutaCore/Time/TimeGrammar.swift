/// The times among the words that people type, such as `yesterday 9-12`, `20m ago` or `until 17:30`.
///
/// `H:MM` is a time of day, and a duration has a unit. A bare number is an hour only in an interval,
/// after a preposition, or with `am` or `pm`; so is `0930`.
package enum TimeGrammar {
  /// One or more words that are a time.
  package enum Time: Sendable, Hashable {
    /// A time, such as `9:00`, `yesterday 17:00` or `20m ago`.
    case moment(String)
    /// A time after `since` or `from`, or before `..`.
    case since(String)
    /// A time after `until`, `till` or `to`, or after `..`.
    case until(String)
    /// Two times, such as `9:00-10:30`.
    case interval(String, String)
    case duration(String)
    /// A day without a time, such as `yesterday`.
    case day(String)
  }

  /// Reads the longest run of words at the beginning that is a time.
  ///
  /// - Returns: The time and the number of its words; nil if no time begins there.
  package static func time(in words: ArraySlice<String>) -> (time: Time, count: Int)? {
    guard let first = words.first, canBeginTime(first) else { return nil }
    for count in stride(from: min(words.count, longest), to: 0, by: -1) {
      if let time = time(words.prefix(count)) { return (time, count) }
    }
    return nil
  }

  /// Reads the longest run of words at the beginning that is a range of days.
  ///
  /// - Returns: The number of its words; nil if no range begins there.
  package static func rangeLength(in words: ArraySlice<String>) -> Int? {
    guard let first = words.first, canBeginTime(first) || first.hasPrefix(":") else { return nil }
    return stride(from: min(words.count, longest), to: 0, by: -1)
      .first { RangePhrase(words.prefix($0).joined(separator: " ")) != nil }
  }

  /// The words that belong to a time that follows, and are text before anything else.
  package static let prepositions = ["at", "for", "from", "on", "since", "till", "to", "until"]

  /// Whether a word has the form of a time or a date, such as `25:00`, `+5m` or `31.11.2026`, but is none.
  package static func isMistaken(_ word: String) -> Bool {
    if word.hasPrefix("+") { return DurationFormat.seconds(String(word.dropFirst())) != nil }
    guard let first = word.utf8.first, isDigit(first) || first == UInt8(ascii: "-") else {
      return false
    }
    var weight = 0
    for byte in word.utf8.dropFirst() where !isDigit(byte) {
      switch byte {
      case UInt8(ascii: ":"), UInt8(ascii: ","): weight += 2
      case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "/"): weight += 1
      default: return false
      }
    }
    let isMarked = word.utf8.contains { ":-./".utf8.contains($0) }
    return weight > 1 && isMarked && time([word]) == nil && RangePhrase(word) == nil
  }

  /// The largest number of words in a time, as in `from last friday 9:00 to last friday noon`.
  package static let longest = 8

  private static func time(_ words: ArraySlice<String>) -> Time? {
    let lead = words.first?.lowercased() ?? ""
    let rest = words.dropFirst()
    switch lead {
    case "at": return moment(rest, isAfterPreposition: true).map { .moment($0) } ?? interval(rest)
    case "from", "since":
      return interval(rest) ?? moment(rest, isAfterPreposition: true).map { .since($0) }
    case "till", "to", "until":
      return moment(rest, isAfterPreposition: true).map { .until($0) }
    case "for": return duration(rest).map { .duration($0) }
    case "on": return day(rest) ?? moment(rest).map { .moment($0) }
    default: break
    }
    return moment(words).map { .moment($0) } ?? duration(words).map { .duration($0) }
      ?? day(words) ?? interval(words) ?? open(words)
  }

  /// Returns the text of a time; nil if the words are none.
  ///
  /// - Parameter isAfterPreposition: whether a bare number is an hour.
  private static func moment(
    _ words: ArraySlice<String>,
    isAfterPreposition: Bool = false
  ) -> String? {
    // In `2026-11-02 9:00-10:00`, the second time is no UTC offset.
    if words.count > 1, words.contains(where: { interval([$0]) != nil }) { return nil }
    var texts = Array(words)
    var isAfter = isAfterPreposition
    var hasBareHour = false
    for index in texts.indices {
      if isAfter { texts[index] = clock(withoutSeparator: texts[index]) ?? texts[index] }
      hasBareHour = hasBareHour || !isAfter && isHour(texts[index])
      isAfter = texts[index].lowercased() == "at"
    }
    let text = texts.joined(separator: " ")
    switch MomentPhrase(text) {
    case nil: return nil
    case .clock:
      let hasHalf = texts.count > 1 && ["am", "pm"].contains(texts[1].lowercased())
      return hasBareHour && !hasHalf ? nil : text
    case .onDay(_, let clock):
      // `Day` begins many names, such as `Day trip`.
      if [texts.first, texts.last].contains(where: { $0?.lowercased() == "day" }) { return nil }
      // In `5 nov 9:00`, the number is a part of the day.
      let hasClock = clock == nil || texts.contains { isMarkedClock($0) }
      return hasClock || !hasBareHour ? text : nil
    default: return text
    }
  }

  /// Whether a word is a time of day that no number of a date can be.
  private static func isMarkedClock(_ word: String) -> Bool {
    if word.utf8.contains(UInt8(ascii: ":")) { return true }
    return ["am", "midnight", "noon", "pm"].contains { word.lowercased().hasSuffix($0) }
  }

  /// Whether a word is one or two digits.
  private static func isHour(_ word: String) -> Bool {
    1...2 ~= word.utf8.count && word.utf8.allSatisfy(isDigit)
  }

  private static func duration(_ words: ArraySlice<String>) -> String? {
    let text = words.joined(separator: " ")
    if text.utf8.contains(UInt8(ascii: ":")) || DurationFormat.seconds(text) == nil { return nil }
    return text
  }

  private static func day(_ words: ArraySlice<String>) -> Time? {
    // Nobody writes `day` for today, and it begins many names, such as `Day off`.
    if words.count == 1, words.first?.lowercased() == "day" { return nil }
    let text = words.joined(separator: " ")
    return RangePhrase(dayNamed: text).map { _ in .day(text) }
  }

  /// Returns the interval of two times with a separator between or within the words.
  private static func interval(_ words: ArraySlice<String>) -> Time? {
    var ends: [ArraySlice<String>]
    if words.count == 1, let word = words.first {
      // `2026-11` is a month.
      let isMonth = word.utf8.count == 7 && RangePhrase(word) != nil
      guard !isMonth, let separator = ["..", "–", "-"].first(where: word.contains) else {
        return nil
      }
      ends = word.split(separator: separator, omittingEmptySubsequences: false).map { [String($0)] }
    } else {
      ends = words.split(maxSplits: 1, omittingEmptySubsequences: false) { word in
        ["-", "..", "–", "till", "to", "until"].contains(word.lowercased())
      }
      // In `yesterday 9-12`, the day is a time of its own.
      if ends.contains(where: { $0.contains { interval([$0]) != nil } }) { return nil }
    }
    guard ends.count == 2, let end = hourOrMoment(ends[1]),
      let start = hourOrMoment(ends[0], in: half(of: end))
    else { return nil }
    // In `9 to 5 yesterday`, the day belongs to both times.
    if case .clock? = MomentPhrase(start), case .onDay? = MomentPhrase(end), ends[1].count > 1 {
      return nil
    }
    return .interval(start, end)
  }

  /// Returns the text of one end of an interval, in which `9`, `0930` and `9.30` are times of day.
  ///
  /// - Parameter half: `am` or `pm` of the end, which in `1-2pm` belongs to the start as well if that
  ///   then lies before the end; nil if there is none.
  private static func hourOrMoment(
    _ words: ArraySlice<String>,
    in half: (name: String, end: Int)? = nil
  ) -> String? {
    guard let last = words.last else { return nil }
    let clock = clock(withoutSeparator: last) ?? last
    let text = (words.dropLast() + [clock]).joined(separator: " ")
    guard MomentPhrase(text) != nil else { return nil }
    if let half, words.count == 1,
      clock.utf8.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ":") }),
      case .clock(let start)? = MomentPhrase(clock + half.name), start < half.end
    {
      return clock + half.name
    }
    return text
  }

  private static func half(of end: String) -> (name: String, end: Int)? {
    guard let name = ["am", "pm"].first(where: end.lowercased().hasSuffix),
      case .clock(let seconds)? = MomentPhrase(end)
    else { return nil }
    return (name, seconds)
  }

  /// Returns the time of a word that begins or ends with two points.
  private static func open(_ words: ArraySlice<String>) -> Time? {
    guard words.count == 1, let word = words.first, word.utf8.count > 2 else { return nil }
    if word.hasPrefix("..") { return hourOrMoment([String(word.dropFirst(2))]).map { .until($0) } }
    if word.hasSuffix("..") { return hourOrMoment([String(word.dropLast(2))]).map { .since($0) } }
    return nil
  }

  /// Returns the time of day that `0930`, `930` or `9.30` means where a time of day is expected; nil for
  /// any other word.
  private static func clock(withoutSeparator word: String) -> String? {
    guard 3...5 ~= word.utf8.count, let last = word.utf8.last, isDigit(last) else { return nil }
    let hasPoint = word.utf8.dropLast(2).last == UInt8(ascii: ".")
    let hours = word.dropLast(hasPoint ? 3 : 2)
    guard 1...2 ~= hours.utf8.count, hours.utf8.allSatisfy(isDigit) else { return nil }
    let clock = "\(hours):\(word.suffix(2))"
    guard case .clock? = MomentPhrase(clock) else { return nil }
    return clock
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  /// Whether a time, a day or a range can begin with the word; most names of tags can't.
  private static func canBeginTime(_ word: String) -> Bool {
    guard let first = word.utf8.first, (first | 0x20) &- UInt8(ascii: "a") < 26 else { return true }
    let word = word.lowercased()
    return beginnings.contains { word.hasPrefix($0) }
  }

  /// The first letters of the words that times, days and ranges begin with.
  private static let beginnings = [
    "a", "all", "at", "cur", "day", "for", "from", "in", "last", "mid", "month", "next", "noo",
    "now", "on", "past", "prev", "pt", "since", "this", "till", "to", "until", "week", "year",
    "yest",
    "mon", "tue", "wed", "thu", "fri", "sat", "sun",
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
}
