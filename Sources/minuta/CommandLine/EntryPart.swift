import MinutaCore
import SystemCalls

/// One or more words of a command line that belong together, such as `yesterday 9:00`.
struct EntryPart: Equatable {
  enum Form: Equatable {
    case duration(String)
    /// A time, such as `9:00`, `yesterday 17:00` or `20m ago`.
    case moment(String)
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

  /// The words as they were typed.
  let text: String
  let form: Form
  /// Whether the words could as well be part of a name, as in `Phase 9` or `Monday meeting`.
  fileprivate(set) var isUnclear = false

  /// Whether the words are a time, a day or a duration, and can't be part of a name.
  var isCertainTime: Bool { form != .text && !isUnclear }

  /// Whether the words can be a duration; `1:30` can also be a time.
  var isDuration: Bool {
    switch form {
    case .duration: true
    case .moment(let time): DurationFormat.seconds(time) != nil
    default: false
    }
  }

  /// Whether the part is the name of a day or a time of day that a text follows in many names, such
  /// as `Today show` or `Now hiring`.
  fileprivate var canBeginName: Bool {
    form != .text && ["now", "today", "tomorrow"].contains(text.lowercased())
  }

  /// Creates a part that is text, whatever it looks like.
  init(text: String) { (self.text, form) = (text, .text) }

  /// Creates a part that is a time.
  private init(text: String, time: String) { (self.text, form) = (text, .moment(time)) }

  /// Creates a part that is a duration.
  init(text: String, duration: String) { (self.text, form) = (text, .duration(duration)) }

  /// Creates the part that words form together; nil if they don't belong together.
  init?(_ words: ArraySlice<String>) {
    guard let first = words.first, first.canBeginTime else { return nil }
    text = words.text
    guard let form = Self.form(text, words) else { return nil }
    // `Day` begins many names, such as `Day off`, and nobody writes it for today.
    let endsInDay = words.count > 1 && form == .moment(text) && words.last?.isDayWord == true
    if first.isDayWord || endsInDay { return nil }
    self.form = form
    isUnclear = words.allSatisfy(\.isInNames) && (form != .day || words.count == 1)
  }

  /// Creates the part of a word that is a time without a separator, which is also a usual number in
  /// a name; nil if it isn't one.
  private init?(bareClock word: String, isAlone: Bool) {
    // Alone, `2030` is a year.
    let isYear = isAlone && word.utf8.count == 4 && word.hasPrefix("20")
    guard let clock = word.bareClock, !isYear, isAlone || word.utf8.count > 3 else { return nil }
    (text, form, isUnclear) = (word, .moment(clock), true)
  }

  /// Divides words into parts, each as long as possible.
  ///
  /// A word with a space was in quotes, and is a part of its own.
  ///
  /// - Parameter readsBareClocks: whether `0930` and `9.30` can be times.
  static func parts(_ words: ArraySlice<String>, readsBareClocks: Bool = false) -> [EntryPart] {
    var parts: [EntryPart] = []
    var rest = words
    while let first = rest.first {
      if let times = first.listedTimes {
        parts += times.map { EntryPart(text: $0, time: $0) }
        rest = rest.dropFirst()
        continue
      }
      let quoted = first.split(separator: " ").map { String($0) }
      if quoted.count > 1 {
        let inner = Self.parts(quoted[...])
        if !inner.isEmpty, inner.allSatisfy(\.isCertainTime) {
          parts += inner
          rest = rest.dropFirst()
          continue
        }
      }
      let count = max(1, rest.prefix(longest).prefix { !$0.contains(" ") }.count)
      let part = stride(from: count, to: 0, by: -1).lazy.compactMap { length in
        EntryPart(rest.prefix(length)).map { ($0, length) }
      }.first
      let bareClock =
        readsBareClocks && part == nil
        ? EntryPart(bareClock: first, isAlone: words.count == 1) : nil
      parts.append(part?.0 ?? bareClock ?? EntryPart(text: first))
      rest = rest.dropFirst(part?.1 ?? 1)
    }
    for index in parts.indices.dropFirst() where parts[index].form == .text {
      if parts[index - 1].canBeginName { parts[index - 1].isUnclear = true }
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
    if MomentPhrase(text) != nil { return .moment(text) }
    if DurationFormat.seconds(text) != nil { return .duration(text) }
    if lead == "for" {
      let length = words.dropFirst().text
      return DurationFormat.seconds(length).map { _ in .duration(length) }
    }
    let day = lead == "on" ? words.dropFirst().text : text
    if RangePhrase(dayNamed: day) != nil { return .day }
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
      // `2026-11` is a month.
      let isMonth = word.utf8.count == 7 && RangePhrase(word) != nil
      guard let separator = ["..", "–", "-"].first(where: word.contains), !isMonth else {
        return nil
      }
      ends = word.split(separator: separator, omittingEmptySubsequences: false).map {
        String($0).bareClock ?? String($0)
      }
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
    let isBesideTime = neighbors.contains { part in
      if case .duration = part.form { return false }
      return part.isCertainTime
    }
    if isBesideTime { self[index].isUnclear = false }
  }
}

extension ArraySlice<String> {
  /// The words with spaces between them.
  var text: String { Array(self).text(separator: " ") }
}
