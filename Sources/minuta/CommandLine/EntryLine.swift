import IntentKit
import JSONText
import MinutaCore

/// The words of a command that takes times, sorted by their form instead of their order.
///
/// It applies to every command with a parameter of the type `moment`, such as `minuta log`.
struct EntryLine {
  /// A parameter and the text that sets it.
  typealias Value = (name: String, word: String)

  private let definition: IntentDefinition
  /// The parameters that flags set.
  private let given: Set<String>
  /// The parameters that take one time each, in order: the start before the end.
  private let moments: [String]
  /// The parameter that takes several times; nil if there is none.
  private let momentList: String?
  private let duration: String?

  /// Creates a line; returns nil if no parameter of the command is a time.
  init?(_ definition: IntentDefinition, given: Set<String>) {
    let members = definition.properties.members
    func names(_ type: JSONValue) -> [String] {
      members.filter { $0.value["x-minuta-type"] == type }.map(\.key)
    }
    (self.definition, self.given) = (definition, given)
    moments = names("moment")
    momentList = members.first { $0.value["items"]?["x-minuta-type"] == "moment" }?.key
    duration = names("duration").first
    if definition.command == nil || moments.isEmpty && momentList == nil { return nil }
  }

  /// Whether words without a meaning as a time can be a tag.
  private var takesTag: Bool {
    definition.command?.positional.contains { definition.takesTag($0) } ?? false
  }

  /// Whether the duration is a positional argument, so that it can be given without any time.
  private var takesDurationAlone: Bool {
    duration.map { definition.command?.positional.contains($0) == true } ?? false
  }

  /// The values that times set, and the words that are left for other parameters.
  typealias Reading = (values: [Value], texts: [String])

  /// Returns the ways in which the words can be read.
  ///
  /// - Parameters:
  ///   - isLiteral: whether words come after `--`, so that a leading `to` is part of the name.
  ///   - failure: is set to the failure of a way that can't be meant.
  func readings(
    _ parts: [EntryPart],
    isLiteral: Bool,
    _ failure: inout Failure?
  ) -> [Reading] {
    var readings: [Reading] = []
    for parts in takesTag ? parts.alternatives(takesTo: !isLiteral) : [parts] {
      let texts = parts.filter { $0.form == .text }.map(\.text)
      do throws(Failure) {
        let times = try EntryTimes(parts, duration: duration)
        readings += try values(times).map { ($0, texts) }
      } catch {
        failure = error
      }
    }
    return readings
  }

  /// Whether a reading has the times without which the command can't be performed.
  func isComplete(_ reading: EntryReading) -> Bool {
    guard takesDurationAlone else { return true }
    let times = moments + [duration].compactMap(\.self)
    return times.contains { name in
      given.contains(name) || reading.values.contains { $0.name == name }
    }
  }

  /// Returns the values that the times set, in each way in which they can be read.
  private func values(_ times: EntryTimes) throws(Failure) -> [[Value]] {
    var times = times
    if takesDurationAlone, let duration, !given.contains(duration), let clock = times.loneClock {
      let free = moments.filter(isFree)
      if free.count == 1, times.day == nil { return [[(duration, clock)], [(free[0], clock)]] }
      if free.count == 2, times.day == nil, times.isLongClock {
        return [[(duration, clock)], [(free[0], clock), (free[1], "now")]]
      }
      if !free.isEmpty { times.readLoneClockAsDuration() }
    }
    if times.duration != nil, duration == nil {
      throw .durationNotTaken(times.duration ?? "", by: definition.command?.name ?? "")
    }
    var values: [[Value]] = [[]]
    if let momentList {
      try times.addDay()
      values = [times.moments.map { (momentList, $0) }]
    } else if moments.count == 1 {
      try times.addDay()
      values = [try one(times)]
    } else {
      values = try two(&times)
    }
    if let duration, let text = times.duration {
      values = values.map { $0 + [(duration, text)] }
    }
    for (name, _) in values.joined() where given.contains(name) {
      throw .duplicateValue("--\(name.kebabCased)")
    }
    return values
  }

  private func isFree(_ name: String) -> Bool { !given.contains(name) }

  private func one(_ times: EntryTimes) throws(Failure) -> [Value] {
    let texts = times.texts
    if texts.count > 1 { throw .surplusTime(texts[1]) }
    let isEnd = definition.properties[moments[0]]?["x-minuta-end"] == true
    if let text = texts.first, isEnd ? times.isSince : times.until != nil {
      throw .wrongEnd(text, isEnd: isEnd, of: definition.command?.name ?? "")
    }
    return texts.map { (moments[0], $0) }
  }

  private func two(_ times: inout EntryTimes) throws(Failure) -> [[Value]] {
    let (start, end) = (moments[0], moments[1])
    if let day = times.day, times.moments.isEmpty, times.until == nil, takesDurationAlone,
      times.duration != nil, isFree(start), isFree(end)
    {
      // A duration alone ends now, so on another day it ends at the present time of day.
      return [[(end, "\(day) now")]]
    }
    let endsInAfternoon = times.endsInAfternoon
    var other = times.withoutLongNight
    try times.addDay()
    try other?.addDay()
    let texts = times.texts
    if let other {
      let readings = endsInAfternoon ? [other.moments] : [texts, other.moments]
      return readings.map { [(start, $0[0]), (end, $0[1])] }
    }
    switch (texts.count, times.until) {
    case (0, _): return [[]]
    case (1, let until?): return [[(end, until)]]
    case (1, nil): return one(texts[0], times, start, end)
    case (2, _): return [[(start, texts[0]), (end, texts[1])]]
    default: throw .surplusTime(texts[2])
    }
  }

  /// Returns the readings of a single time, which may be the start or the end.
  private func one(_ text: String, _ times: EntryTimes, _ start: String, _ end: String) -> [[Value]]
  {
    if times.isSince || takesDurationAlone || times.duration != nil {
      let isOpen = times.isSince && takesDurationAlone && times.duration == nil && isFree(end)
      if !isFree(start), isFree(end) { return [[(end, text)]] }
      return [[(start, text)] + (isOpen ? [(end, "now")] : [])]
    }
    let free = [start, end].filter(isFree)
    let isOrdered = definition.command?.positional.contains(start) == true
    if free.count == 1 || isOrdered, let first = free.first { return [[(first, text)]] }
    return [[(start, text)], [(end, text)]]
  }
}

/// The times, the day and the duration on a command line.
private struct EntryTimes {
  private(set) var moments: [String] = []
  private(set) var until: String?
  private(set) var duration: String?
  private(set) var day: String?
  /// Whether the only time is a start, such as `since 9:00`.
  private(set) var isSince = false
  /// Whether a time has a point, as in `1.30`, so that it could also be a number of hours.
  private var hasDottedClock = false

  /// - Parameter parameter: the parameter that takes a duration; nil if there is none.
  init(_ parts: [EntryPart], duration parameter: String?) throws(Failure) {
    for part in parts {
      switch part.form {
      case .duration(let text):
        if let duration, parameter != nil { throw .twoDurations(duration, text, flag: "--tag") }
        duration = text
      case .moment(let text):
        moments.append(text)
        hasDottedClock = hasDottedClock || text != part.text && part.text.contains(".")
      case .since(let text):
        moments.append(text)
        isSince = true
      case .interval(let start, let end): moments += [start, end]
      case .until(let text):
        if until != nil { throw .surplusTime(text) }
        until = text
      case .day:
        if day != nil { throw .surplusTime(part.text) }
        day = part.text
      case .text: break
      }
    }
    separateDay()
  }

  /// Takes the day out of one of two times, as in `9 to 5 yesterday`, if these would otherwise last
  /// through the night.
  private mutating func separateDay() {
    guard day == nil, texts.count == 2 else { return }
    for index in texts.indices {
      guard let (day, clock) = Self.dayAndClock(texts[index]) else { continue }
      var other = self
      (other.moments, other.until, other.day) = (texts, nil, day)
      other.moments[index] = clock
      if other.withoutLongNight != nil { self = other }
    }
  }

  /// Divides a time such as `yesterday 9:00` or `5 yesterday`.
  private static func dayAndClock(_ text: String) -> (day: String, clock: String)? {
    let words = text.split(separator: " ").map { String($0) }
    for count in words.indices.dropFirst() {
      let (first, second) = (words[..<count].text, words[count...].text)
      for (day, clock) in [(first, second), (second, first)] where RangePhrase(dayNamed: day) != nil
      {
        if case .clock? = MomentPhrase(clock) { return (day, clock) }
      }
    }
    return nil
  }

  /// All times, in order.
  var texts: [String] { moments + [until].compactMap(\.self) }

  /// A time such as `1:30`, which can also be a duration, if it is the only time and there is no
  /// duration; else nil.
  var loneClock: String? {
    guard duration == nil, until == nil, !isSince, !hasDottedClock, moments.count == 1 else {
      return nil
    }
    return DurationFormat.seconds(moments[0]).map { _ in moments[0] }
  }

  /// Whether a time such as `13:00` would be a long duration, and can as well be a start.
  var isLongClock: Bool { loneClock.flatMap(DurationFormat.seconds).map { $0 >= 6 * 3600 } == true }

  mutating func readLoneClockAsDuration() { duration = moments.removeFirst() }

  /// The times in which the end is after the start, if the interval would otherwise last through the
  /// night for more than twelve hours, which is rarely meant; else nil.
  ///
  /// In `12-9`, the end is 21:00; in `14:00-13:00`, the times are swapped.
  var withoutLongNight: EntryTimes? {
    guard texts.count == 2, case .clock(let start)? = MomentPhrase(texts[0]),
      case .clock(let end)? = MomentPhrase(texts[1]), 1..<43_200 ~= start - end
    else { return nil }
    let isBare = texts[1].allSatisfy { $0.isWholeNumber || $0 == ":" }
    var other = self
    other.until = nil
    other.moments =
      isBare && end < 43_200 && end + 43_200 > start
      ? [texts[0], DurationFormat.text(seconds: end + 43_200, as: .clock)] : [texts[1], texts[0]]
    return other
  }

  /// Whether the times are hours such as `8-5`, which nobody writes for 21 hours.
  var endsInAfternoon: Bool {
    let hours = texts.compactMap { Int($0) }
    guard hours.count == 2, texts.count == 2 else { return false }
    return hours[0] <= 12 && 1...10 ~= hours[1] + 12 - hours[0]
  }

  /// Adds the day to the first time, which then has a date.
  ///
  /// - Throws: `Failure` if there is no time without a date.
  mutating func addDay() throws(Failure) {
    guard let day else { return }
    guard let first = texts.first, case .clock? = MomentPhrase(first) else {
      throw .dayWithoutTime(day)
    }
    if moments.isEmpty { until = "\(day) \(first)" } else { moments[0] = "\(day) \(first)" }
  }
}

extension IntentDefinition {
  /// Whether a parameter names a tag.
  func takesTag(_ parameter: String) -> Bool {
    properties[parameter]?["x-minuta-entity"]?.string == "tag"
  }
}
