import IntentKit
import JSONText
import MinutaCore

/// The times on a command line, and the parameters that they set.
///
/// Two times are a start and an end. A time without a day belongs to a day given beside it.
struct CommandTimes {
  private let definition: IntentDefinition
  /// The parameters that take one time each, in order: the start before the end.
  private let moments: [String]
  /// The parameter that takes several times; nil if there is none.
  private let momentList: String?
  private let duration: String?
  private let dayParameter: String?
  /// The parameters that flags set.
  private let given: Set<String>

  private var texts: [String] = []
  private var until: String?
  private var isSince = false
  private var length: String?
  private var day: String?

  /// - Parameter given: the parameters that flags set.
  init(_ definition: IntentDefinition, given: Set<String>) {
    let names = definition.command?.times ?? []
    func parameter(_ type: String) -> String? {
      names.first { definition.properties[$0]?["x-minuta-type"]?.string == type }
    }
    self.definition = definition
    self.given = given
    moments = names.filter { definition.properties[$0]?["x-minuta-type"] == "moment" }
    momentList = names.first {
      definition.properties[$0]?["items"]?["x-minuta-type"] == "moment"
    }
    duration = parameter("duration")
    dayParameter = parameter("day")
  }

  /// Whether the command takes times at all.
  var isTaken: Bool { !moments.isEmpty || momentList != nil || duration != nil }

  private var free: [String] { moments.filter { !given.contains($0) } }
  private var count: Int { texts.count + (until == nil ? 0 : 1) }

  /// Whether a start, an end or a duration is known.
  var isEmpty: Bool { known == 0 }

  /// The number of starts, ends and durations that are known.
  private var known: Int {
    count + (length == nil ? 0 : 1)
      + (moments + [duration].compactMap(\.self)).count(where: given.contains)
  }

  /// Whether two of start, end and duration are known, which say all.
  private var isComplete: Bool { moments.count > 1 && known > 1 }

  /// Whether the only time of the command is an end.
  private var takesOnlyEnd: Bool {
    moments.count == 1 && definition.properties[moments[0]]?["x-minuta-end"] == true
  }

  /// Whether one more time can be taken.
  var canTakeMoment: Bool { momentList != nil || hasRoom }

  private var hasRoom: Bool { count < free.count && !isComplete }

  /// Whether the command could take a time of day, but takes no durations.
  var takesMomentOnly: Bool { canTakeMoment && duration == nil }

  /// Returns whether the command can still take a time.
  func canTake(_ time: TimeGrammar.Time) -> Bool {
    switch time {
    case .moment: canTakeMoment
    case .since: !takesOnlyEnd && hasRoom && texts.isEmpty
    case .until: until == nil && hasRoom && (moments.count > 1 || takesOnlyEnd)
    case .interval: free.count > 1 && known == 0
    case .duration:
      duration.map { !given.contains($0) } == true && length == nil && !isComplete
    case .day: day == nil && isTaken
    }
  }

  /// Returns whether a time at the end of a comment could as well be meant as one that is missing.
  func mayLack(_ time: TimeGrammar.Time) -> Bool {
    guard canTake(time) else { return false }
    if case .day = time { return count > 0 || length != nil || dayParameter != nil }
    return true
  }

  /// Takes a time that the command can still take.
  mutating func take(_ time: TimeGrammar.Time) {
    switch time {
    case .moment(let text): texts.append(text)
    case .since(let text): (texts, isSince) = (texts + [text], true)
    case .until(let text): until = text
    case .interval(let start, let end): texts += [start, end]
    case .duration(let text): length = text
    case .day(let text): day = text
    }
  }

  /// Returns the values of the parameters that the times set.
  ///
  /// - Throws: `Failure` if the times don't belong together.
  func values() throws(Failure) -> [(name: String, text: String)] {
    var values = try moments.count > 1 ? startAndEnd() : others()
    if let length, let duration { values.append((duration, length)) }
    return values
  }

  /// Returns the values of a command that takes one time, or a list of times.
  private func others() throws(Failure) -> [(name: String, text: String)] {
    var texts = texts + [until].compactMap(\.self)
    if let day { texts = try texts.adding(day: day) }
    guard let name = momentList ?? free.first else { return [] }
    return texts.map { (name, $0) }
  }

  private func startAndEnd() throws(Failure) -> [(name: String, text: String)] {
    let (start, end) = (moments[0], moments[1])
    if let day, count == 0 {
      if let dayParameter, length == nil { return [(dayParameter, day)] }
      // A duration ends at the present time of day.
      if length != nil, free.count == 2 { return [(end, "\(day) now")] }
    }
    var texts = texts
    if let until {
      if texts.isEmpty {
        return [
          (end, try day.map { day throws(Failure) in try [until].adding(day: day)[0] } ?? until)
        ]
      }
      texts.append(until)
    }
    if texts.count == 2 { texts[1] = try Self.end(texts[1], after: texts[0]) }
    if let day { texts = try texts.adding(day: day) }
    if texts.count == 2 { return [(start, texts[0]), (end, texts[1])] }
    return try texts.first.map { text throws(Failure) in try one(text) } ?? []
  }

  /// Returns the values of a single time.
  private func one(_ text: String) throws(Failure) -> [(name: String, text: String)] {
    let (start, end) = (moments[0], moments[1])
    let hasDuration = length != nil || duration.map(given.contains) == true
    if free.count == 1 { return [(free[0], text)] }
    if isSince, !hasDuration, let open = definition.command?.openEnd {
      return [(start, text), (end, open)]
    }
    let isStart = isSince || hasDuration || definition.requiredParameters.contains(end)
    guard isStart else { throw .startOrEnd(text, orDuration: duration != nil) }
    return [(start, text)]
  }

  /// Returns an end of an interval, which is in the afternoon if it would otherwise be on the next day and
  /// more than twelve hours later, as in `8-5`.
  ///
  /// - Throws: `Failure` if the end can't be meant to be after the start.
  private static func end(_ end: String, after start: String) throws(Failure) -> String {
    let first: Int? =
      switch MomentPhrase(start) {
      case .clock(let seconds): seconds
      case .onDay(_, let seconds): seconds
      default: nil
      }
    guard let first, case .clock(let last)? = MomentPhrase(end), last <= first,
      last + 86_400 - first > 43_200
    else { return end }
    let isBare = end.allSatisfy { $0.isWholeNumber || $0 == ":" }
    guard isBare, last < 43_200, last + 43_200 > first else {
      throw .endBeforeStart(end, start)
    }
    return DurationFormat.text(seconds: last + 43_200, as: .clock)
  }
}

extension [String] {
  /// Returns the times with a day for the first, which then has a date.
  ///
  /// - Throws: `Failure` if there is no time without a date.
  fileprivate func adding(day: String) throws(Failure) -> [String] {
    guard let first, case .clock? = MomentPhrase(first) else { throw .dayWithoutTime(day) }
    return ["\(day) \(first)"] + dropFirst()
  }
}
