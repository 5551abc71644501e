/// Times of day and durations with numbers in words, such as `half past nine` and `two hours`.
package enum SpokenTime {
  /// Returns the number that a word in lower case means, such as 9 for `nine`; nil if it means none.
  package static func number(_ word: some StringProtocol) -> Int? {
    // A dictionary would be made at the first word of a command line.
    switch word {
    case "one": 1
    case "two": 2
    case "three": 3
    case "four": 4
    case "five": 5
    case "six": 6
    case "seven": 7
    case "eight": 8
    case "nine": 9
    case "ten": 10
    case "eleven": 11
    case "twelve": 12
    case "fifteen": 15
    case "twenty": 20
    case "thirty": 30
    case "forty": 40
    case "fifty": 50
    case "ninety": 90
    default: nil
    }
  }

  /// Whether a time or a duration can begin with a word in lower case.
  package static func canBegin(with word: String) -> Bool {
    ["a", "an", "half", "quarter"].contains(word) || number(word) != nil
  }

  /// Returns the seconds after midnight of a time such as `half past nine`, `quarter to 9 pm` or
  /// `nine o'clock`; nil for any other words.
  static func clock(_ words: ArraySlice<String>) -> Int? {
    let words = words.first == "a" ? words.dropFirst() : words
    guard 2...4 ~= words.count, let first = words.first else { return nil }
    if words.count == 2, ["o'clock", "oclock"].contains(words.last) { return hour(first) }
    let word = words[words.startIndex + 1]
    guard words.count > 2, let hour = hour(words.dropFirst(2).joined(separator: " ")) else {
      return nil
    }
    switch (first, word) {
    case ("half", "past"): return hour + 1800
    case ("quarter", "past"): return hour + 900
    case ("quarter", "to"): return (hour + 86_400 - 900) % 86_400
    default: return nil
    }
  }

  /// Returns the seconds after midnight of an hour such as `nine`, `9` or `nine pm`.
  private static func hour(_ text: String) -> Int? {
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    guard let first = words.first, let number = self.number(first) ?? Int(first), 1...12 ~= number
    else {
      return nil
    }
    switch words.dropFirst().first {
    case nil: return number * 3600
    case "am": return number % 12 * 3600
    case "pm": return (number % 12 + 12) * 3600
    default: return nil
    }
  }

  /// Returns the seconds of a duration such as `two hours`, `half an hour`, `an hour and a half` or
  /// `one hour and ten minutes`; nil for any other words.
  ///
  /// - Parameter words: the words in lower case.
  static func seconds(_ words: [Substring]) -> Int? {
    guard words.count > 1, let end = words.last, isUnit(end) || end == "half" else { return nil }
    if words == ["half", "an", "hour"] { return 1800 }
    var rest = words[...]
    let endsInHalf = rest.suffix(half.count) == half[...]
    if endsInHalf { rest = rest.dropLast(half.count) }
    var total = 0
    var last = Int.max
    while let number = rest.popFirst() {
      let isHalf = rest.starts(with: half) || endsInHalf && rest.count == 1
      if rest.starts(with: half) { rest = rest.dropFirst(half.count) }
      guard let unit = rest.popFirst(), isUnit(unit), let count = count(number, of: unit) else {
        return nil
      }
      let size = unit.hasPrefix("h") ? 3600 : 60
      if size >= last || isHalf && size < 3600 { return nil }
      total += count * size + (isHalf ? size / 2 : 0)
      last = size
      if rest.first == "and" { rest.removeFirst() }
    }
    return total > 0 ? total : nil
  }

  private static let half: [Substring] = ["and", "a", "half"]

  private static func isUnit(_ word: Substring) -> Bool {
    ["hour", "hours", "minute", "minutes"].contains(word)
  }

  private static func count(_ word: Substring, of unit: Substring) -> Int? {
    if word == "an" { return unit == "hour" ? 1 : nil }
    return number(word) ?? Int(word).flatMap { 0...999 ~= $0 ? $0 : nil }
  }
}
