package import Foundation

/// A point in time as a text names it, before the present time is known.
package enum MomentPhrase: Sendable, Hashable {
  case now
  /// A number of seconds after now, or before it if negative.
  case offset(Int)
  /// An instant in RFC 3339.
  case instant(Date)
  /// A date and a time of day.
  case dateAndTime(CivilTime)
  /// A time of day, in seconds after midnight.
  case clock(Int)
  /// A time of day on a day that has a name; nil for the present time of day.
  case onDay(RangePhrase, clock: Int?)

  /// Parses a time such as `9:30`, `yesterday 17:00`, `-15m` or `2026-11-20T09:30:00Z`.
  ///
  /// Returns nil if the text is not a time.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.longest else { return nil }
    // Programs write instants, and an import has many, so try them first.
    if let date = Timestamp.date(text) {
      self = .instant(date)
      return
    }
    var words = text.split(separator: " ").map { $0.lowercased() }
    if words.count > 1, words.first == "at" { words.removeFirst() }
    let text = words.joined(separator: " ")
    if let simple = Self.simple(text) ?? Self.relative(text, words) {
      self = simple
    } else if let clock = Self.clock(words[...]) {
      self = .clock(clock)
    } else if let found = Self.onDay(words) {
      self = found
    } else {
      return nil
    }
  }

  /// Whether the time is on a day of a month without a year, such as `12 dec 9:00`.
  package var lacksYear: Bool {
    if case .onDay(let day, _) = self, case .dayOfMonth? = day.first { true } else { false }
  }

  private static let longest = 100

  private static func simple(_ text: String) -> MomentPhrase? {
    if text == "now" { return .now }
    if let date = Timestamp.date(text) { return .instant(date) }
    var whole = TextScanner(text)
    if let time = whole.dateAndTime(separators: "t "), whole.isAtEnd { return .dateAndTime(time) }
    return nil
  }

  private static func relative(_ text: String, _ words: [String]) -> MomentPhrase? {
    if text.hasPrefix("-") {
      return DurationFormat.seconds(String(text.dropFirst())).map { .offset(-$0) }
    }
    if words.last == "ago" {
      return DurationFormat.seconds(words.dropLast().joined(separator: " ")).map { .offset(-$0) }
    }
    if words.first == "in" {
      return DurationFormat.seconds(words.dropFirst().joined(separator: " ")).map { .offset($0) }
    }
    return nil
  }

  /// Parses a day and a time of day, in any order: `friday 9:00` or `9am yesterday`.
  private static func onDay(_ words: [String]) -> MomentPhrase? {
    let places = words.indices.dropFirst()
    // In `5 nov 9`, the day comes first, although `5` and `nov 9` could be a time and a day, too.
    for place in places {
      if let found = onDay(words[..<place], at: words[place...]) { return found }
    }
    for place in places {
      if let found = onDay(words[place...], at: words[..<place]) { return found }
    }
    return nil
  }

  private static func onDay(_ day: ArraySlice<String>, at time: ArraySlice<String>) -> MomentPhrase?
  {
    let time = time.first == "at" ? time.dropFirst() : time
    let day = day.first == "on" ? day.dropFirst() : day
    let clock = clock(time)
    guard clock != nil || time == ["now"],
      let phrase = RangePhrase(dayNamed: Array(day).joined(separator: " "))
    else { return nil }
    return .onDay(phrase, clock: clock)
  }

  /// Parses a time of day such as `9`, `9:30`, `09:30:15`, `9 am`, `noon` or `midnight`.
  private static func clock(_ words: ArraySlice<String>) -> Int? {
    guard 1...2 ~= words.count, let first = words.first else { return nil }
    if words.count == 1, first == "noon" { return 12 * 3600 }
    if words.count == 1, first == "midnight" { return 0 }
    var scanner = TextScanner(words.joined())
    guard var hour = scanner.digits(upTo: 2) else { return nil }
    var rest = [0, 0]
    for index in rest.indices where scanner.skip(":") {
      guard let number = scanner.digits(2), number < 60 else { return nil }
      rest[index] = number
    }
    if scanner.isAtEnd, words.count == 1 {
      return hour < 24 ? hour * 3600 + rest[0] * 60 + rest[1] : nil
    }
    let isMorning = scanner.skip("a")
    guard isMorning || scanner.skip("p"), scanner.skip("m"), scanner.isAtEnd, 1...12 ~= hour else {
      return nil
    }
    if words.count == 2, words.last?.count != 2 { return nil }
    hour = hour % 12 + (isMorning ? 0 : 12)
    return hour * 3600 + rest[0] * 60 + rest[1]
  }
}
