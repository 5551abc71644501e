import MinutaCore

/// One or more words of a command line that belong together, such as `yesterday 9:00`.
struct EntryPart: Equatable {
  enum Form: Equatable {
    case duration
    /// A time, such as `9:00`, `yesterday 17:00` or `20m ago`.
    case moment
    /// A time after `since` or `from`, or before `..`.
    case since(String)
    /// A time after `until`, `to` or `..`.
    case until(String)
    /// Two times, such as `9:00-10:30`.
    case interval(String, String)
    /// A day without a time, such as `yesterday`.
    case day
    case text
  }

  let text: String
  let form: Form
  /// Whether the words could as well be part of a name, as in `Phase 9` or `Monday meeting`.
  private(set) var isUnclear = false

  /// Whether the words are a time, a day or a duration, and can't be part of a name.
  var isCertainTime: Bool { form != .text && !isUnclear }

  /// Whether the words can be a duration; `1:30` can also be a time.
  var isDuration: Bool { form != .text && DurationFormat.seconds(text) != nil }

  /// Creates a part that is text, whatever it looks like.
  init(text: String) { (self.text, form) = (text, .text) }

  /// Creates the part that words form together; nil if they don't belong together.
  private init?(_ words: ArraySlice<String>) {
    guard let first = words.first else { return nil }
    let canBeSpoken = words.count > 1 && SpokenTime.canBegin(with: first.lowercased())
    guard first.canBeginTime || canBeSpoken else { return nil }
    text = words.text
    guard let form = Self.form(text, words) else { return nil }
    self.form = form
    isUnclear = words.allSatisfy(\.isInNames) && (form != .day || words.count == 1)
  }

  /// Divides words into parts, each as long as possible.
  ///
  /// A word with a space was in quotes, and is a part of its own.
  static func parts(_ words: ArraySlice<String>) -> [EntryPart] {
    var parts: [EntryPart] = []
    var rest = words
    while let first = rest.first {
      let count = max(1, rest.prefix(longest).prefix { !$0.contains(" ") }.count)
      let part = stride(from: count, to: 0, by: -1).lazy.compactMap { length in
        EntryPart(rest.prefix(length)).map { ($0, length) }
      }.first
      parts.append(part?.0 ?? EntryPart(text: first))
      rest = rest.dropFirst(part?.1 ?? 1)
    }
    for index in parts.indices { parts.makeClear(at: index) }
    for index in parts.indices.reversed() { parts.makeClear(at: index) }
    return parts
  }

  /// The largest number of words in a part, as in `from last friday 9:00 to noon`.
  private static let longest = 6

  private static func form(_ text: String, _ words: ArraySlice<String>) -> Form? {
    let lead = words.first?.lowercased() ?? ""
    if words.count == 2, ["at", "from", "since"].contains(lead),
      let (start, end) = interval(words.dropFirst())
    {
      return .interval(start, end)
    }
    // In `2026-11-02 9:00-10:00`, the second time is no UTC offset.
    if words.count > 1, words.contains(where: { interval([$0]) != nil }) { return nil }
    if MomentPhrase(text) != nil { return .moment }
    if DurationFormat.seconds(text) != nil { return .duration }
    let day = lead == "on" ? words.dropFirst().text : text
    if RangePhrase(day)?.isDay == true { return .day }
    let isFrom = ["from", "since"].contains(lead)
    let times = isFrom ? words.dropFirst() : words
    if let (start, end) = interval(times) { return .interval(start, end) }
    if words.count == 1, text.hasPrefix("..") || text.hasSuffix("..") {
      let time = text.hasPrefix("..") ? text.dropFirst(2) : text.dropLast(2)
      guard MomentPhrase(String(time)) != nil else { return nil }
      return text.hasPrefix("..") ? .until(String(time)) : .since(String(time))
    }
    let rest = words.dropFirst().text
    if isFrom { return MomentPhrase(rest).map { _ in .since(rest) } }
    guard separators.contains(lead), MomentPhrase(rest) != nil else { return nil }
    return .until(rest)
  }

  private static let separators = ["to", "until", "till"]

  private static func interval(_ words: ArraySlice<String>) -> (String, String)? {
    var ends = words.split(maxSplits: 1) { word in
      ["-", "..", "–"].contains(word) || separators.contains(word.lowercased())
    }.map(\.text)
    if words.count == 1, let word = words.first {
      guard let separator = ["..", "–", "-"].first(where: word.contains) else { return nil }
      ends = word.split(separator: separator, omittingEmptySubsequences: false).map { String($0) }
    }
    guard ends.count == 2, ends.allSatisfy({ MomentPhrase($0) != nil }) else { return nil }
    return (halved(ends[0], like: ends[1]), ends[1])
  }

  /// Returns the start of an interval such as `1-2pm`, which is in the same half of the day as its
  /// end if it is an hour without one and then lies before the end.
  private static func halved(_ start: String, like end: String) -> String {
    guard let half = ["am", "pm"].first(where: end.lowercased().hasSuffix),
      start.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 || $0 == UInt8(ascii: ":") }),
      case .clock(let first)? = MomentPhrase(start + half),
      case .clock(let last)? = MomentPhrase(end), first < last
    else { return start }
    return start + half
  }
}

extension [EntryPart] {
  /// Decides that an unclear part is a time if a part beside it certainly is one, as in
  /// `yesterday 9 12`.
  fileprivate mutating func makeClear(at index: Int) {
    guard self[index].isUnclear else { return }
    let neighbors = [index - 1, index + 1].filter(indices.contains).map { self[$0] }
    let isBesideTime = neighbors.contains { $0.isCertainTime && $0.form != .duration }
    if isBesideTime { self[index].setClear() }
  }
}

extension EntryPart {
  fileprivate mutating func setClear() { isUnclear = false }
}

extension String {
  /// Whether the word has only digits and the separators of a date or time, such as `30.10.2026`,
  /// or is a duration with a plus sign.
  ///
  /// A number such as `1.2` may be a version.
  var looksLikeTime: Bool {
    if hasPrefix("+") { return DurationFormat.seconds(String(dropFirst())) != nil }
    var separators = 0
    guard let first = utf8.first, first &- UInt8(ascii: "0") < 10 else { return false }
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

  /// Whether a time, a day or a duration can begin with the word, other than one with numbers in
  /// words; most names of tags can't.
  fileprivate var canBeginTime: Bool {
    guard let first = utf8.first, (first | 0x20) &- UInt8(ascii: "a") < 26 else { return true }
    let word = lowercased()
    return Self.beginningsOfTimes.contains { word.hasPrefix($0) }
  }

  /// The first letters of the words that times, days and ranges begin with.
  private static let beginningsOfTimes = [
    "all", "at", "cur", "day", "from", "in", "last", "mid", "next", "noo", "now", "on", "past",
    "prev", "since", "this", "till", "to", "until", "week", "year", "yest",
    "mon", "tue", "wed", "thu", "fri", "sat", "sun",
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Whether the word is a short number or the name of a day or month, which also occur in names.
  fileprivate var isInNames: Bool {
    if utf8.count <= 2, utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) { return true }
    let word = lowercased()
    return word == "noon" || word == "midnight"
      || RangePhrase(word)?.isNameOfWeekdayOrMonth == true
  }
}

extension ArraySlice<String> {
  /// The words with spaces between them.
  ///
  /// A single word is the usual case, and `joined` looks up generic types at run time, which takes
  /// longer than the rest of the command line.
  var text: String { count == 1 ? self[startIndex] : Array(self).joined(separator: " ") }
}
