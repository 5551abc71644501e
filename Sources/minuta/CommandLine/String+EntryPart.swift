import MinutaCore

extension String {
  /// Whether the word has only digits and the separators of a date or time, such as `30.10.2026`,
  /// or is a duration with a plus sign, or a range such as `mon..fri` or `:week`.
  ///
  /// A number such as `1.2` may be a version.
  var looksLikeTime: Bool {
    if hasPrefix("+") { return DurationFormat.seconds(String(dropFirst())) != nil }
    var separators = 0
    guard let first = utf8.first else { return false }
    if first &- UInt8(ascii: "0") >= 10 {
      let hasPoint = utf8.contains(UInt8(ascii: "."))
      let isMarked = first == UInt8(ascii: ":") || hasPoint && contains("..")
      return isMarked && RangePhrase(self) != nil
    }
    for byte in utf8 where byte &- UInt8(ascii: "0") >= 10 {
      guard "./-:,".utf8.contains(byte) else { return false }
      separators += "/:".utf8.contains(byte) ? 2 : 1
    }
    return separators > 1
  }

  /// The part of a time or an interval such as `9:00-25:00` whose hours or minutes don't exist on a
  /// clock; nil if there is none.
  var invalidClock: String? {
    // Most words are names.
    guard let first = utf8.first, first < UInt8(ascii: ":") else { return nil }
    let times = split { "-.–".contains($0) }
    let isHours =
      times.count == 2 && times.allSatisfy { $0.count <= 2 && $0.allSatisfy(\.isWholeNumber) }
    return times.first { time in
      if isHours, !contains("."), let hour = Int(time) { return hour > 23 }
      if ["am", "pm"].contains(time.suffix(2).lowercased()), let hour = Int(time.dropLast(2)) {
        return !(1...12 ~= hour)
      }
      let numbers = time.split(separator: ":", omittingEmptySubsequences: false)
      guard 2...3 ~= numbers.count, let hours = Int(numbers[0]),
        numbers.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isWholeNumber) })
      else { return false }
      return hours > 23 || numbers.dropFirst().contains { Int($0).map { $0 > 59 } ?? true }
    }.map(String.init)
  }

  /// Whether a time, a day or a duration can begin with the word; most names of tags can't.
  var canBeginTime: Bool {
    guard let first = utf8.first, (first | 0x20) &- UInt8(ascii: "a") < 26 else { return true }
    let word = lowercased()
    return Self.beginningsOfTimes.contains { word.hasPrefix($0) }
  }

  /// The first letters of the words that times, days and ranges begin with.
  private static let beginningsOfTimes = [
    "all", "at", "cur", "day", "for", "from", "in", "last", "mid", "next", "noo", "now", "on",
    "past", "prev", "pt", "since", "this", "till", "to", "until", "week", "year", "yest",
    "mon", "tue", "wed", "thu", "fri", "sat", "sun",
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Whether the word is a short number or the name of a day or month, which also occur in names.
  var isInNames: Bool {
    if utf8.count <= 2, utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) { return true }
    let word = lowercased()
    return word == "noon" || word == "midnight"
      || RangePhrase(word)?.isNameOfWeekdayOrMonth == true
  }

  /// Whether the word is `day`, in which nobody means the present one.
  var isDayWord: Bool { utf8.count == 3 && lowercased() == "day" }

  /// The time of day that a number such as `0930`, `930` or `9.30` can mean, as in `9:30`; nil if it
  /// means none, as `1.2`, which is a version.
  var bareClock: String? {
    guard 3...5 ~= utf8.count, let last = utf8.last, last &- UInt8(ascii: "0") < 10 else {
      return nil
    }
    let hasPoint = utf8.dropLast(2).last == UInt8(ascii: ".")
    let hours = dropLast(hasPoint ? 3 : 2)
    guard 1...2 ~= hours.utf8.count else { return nil }
    let clock = "\(hours):\(suffix(2))"
    guard case .clock? = MomentPhrase(clock) else { return nil }
    return clock
  }

  /// The times that a word with commas such as `13:10,13:20` lists; nil if it lists none.
  var listedTimes: [String]? {
    guard utf8.contains(UInt8(ascii: ",")), utf8.contains(UInt8(ascii: ":")) else { return nil }
    let times = split { $0 == "," }.map { String($0) }
    let isList = times.count > 1 && times.allSatisfy { $0.contains(":") && MomentPhrase($0) != nil }
    return isList ? times : nil
  }
}
