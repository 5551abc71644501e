import Foundation
import IntentKit
import JSONText
import MinutaCore

extension [EntryReading] {
  /// Returns the readings of `minuta log` or `minuta cut` whose times can have passed.
  ///
  /// Of readings that differ only in their times, the first stays if none can, for its failure.
  ///
  /// - Parameter orEarlier: whether times that are still to come today may be those of an earlier day.
  /// - Throws: `Failure` if the only reading that is left has other times than those typed.
  func loggable(
    by parser: DateTimeParser,
    now: Date,
    orEarlier: Bool = false
  ) throws(Failure) -> [EntryReading] {
    func isPossible(_ reading: EntryReading) -> Bool {
      if reading.hasPassed(by: parser, now: now) { return true }
      let yesterday = orEarlier ? reading.dayBefore(by: parser, now: now) : nil
      return yesterday?.hasPassed(by: parser, now: now) == true
    }
    var kept: [EntryReading] = []
    var typed: EntryReading?
    for reading in self {
      let group = filter { $0.flagsBesideTimes == reading.flagsBesideTimes }
      let possible = group.filter(isPossible)
      let first = possible.first ?? group[0]
      let isKept = possible.count > 1 ? isPossible(reading) : reading == first
      if isKept { kept.append(reading) }
      if isKept, possible.count == 1, reading != group[0] { typed = group[0] }
    }
    if kept.count == 1, let typed, let interval = kept[0].interval, let wrong = typed.interval {
      throw .endBeforeStart(wrong, insteadOf: interval)
    }
    return kept
  }
}

extension DateTimeParser {
  /// Creates a parser for the times of a call, at the present time.
  init(_ environment: Environment, _ global: GlobalFlags) throws {
    let days = try StorageConfiguration(global, environment).days
    self.init(now: environment.now(), days: days)
  }
}

extension EntryReading: Equatable {
  static func == (one: EntryReading, other: EntryReading) -> Bool { one.flags == other.flags }

  private static let times = ["start", "end", "duration"]

  /// The reading without its times, as flags.
  fileprivate var flagsBesideTimes: String {
    EntryReading(values: values.filter { !Self.times.contains($0.name) }).flags
  }

  /// The start and the end as they were typed; nil if one is missing.
  fileprivate var interval: (start: String, end: String)? {
    guard let start = word(of: "start"), let end = word(of: "end") else { return nil }
    return (start, end)
  }

  /// Returns the reading with the start on the day before; nil if the start is not still to come today.
  fileprivate func dayBefore(by parser: DateTimeParser, now: Date) -> EntryReading? {
    guard let start = word(of: "start"), parser.kind(start) == .clock,
      let instant = parser.instant(start), instant.date > now
    else { return nil }
    return EntryReading(
      values: values.map { $0.name == "start" ? ($0.name, "yesterday \(start)") : $0 }
    )
  }

  /// Whether the times lie in the past, with the end after the start.
  func hasPassed(by parser: DateTimeParser, now: Date) -> Bool {
    let (start, end) = instants(by: parser)
    let length = word(of: "duration").flatMap(DurationFormat.seconds)
    let last = end ?? start?.addingTimeInterval(Double(length ?? 0))
    if let start, let end, end < start { return false }
    return [start, last].allSatisfy { $0.map { $0 <= now } ?? true }
  }

  /// Returns the start and the end, whose days follow from one another; nil for one that is missing.
  private func instants(by parser: DateTimeParser) -> (start: Date?, end: Date?) {
    let (first, last) = (word(of: "start") ?? "", word(of: "end") ?? "")
    if parser.kind(first) == .clock, parser.kind(last) == .dated {
      let end = parser.instant(last)?.date
      return (parser.instant(first, on: end.map { .startingBefore($0) } ?? .today)?.date, end)
    }
    let start = parser.instant(first)?.date
    return (start, parser.instant(last, on: start.map { .endingAfter($0) } ?? .today)?.date)
  }
}

/// Formats the times that a reading results in, so that a person can choose between readings.
struct EntryTimeFormatter {
  private let parser: DateTimeParser
  private let now: Date
  private let clock: LocalTimeConverter
  private let rules: TimeRules
  /// Whether the parameter `at` is a start.
  private let startsAt: Bool

  init(_ definition: IntentDefinition, _ environment: Environment, _ global: GlobalFlags) throws {
    let days = try StorageConfiguration(global, environment).days
    now = environment.now()
    parser = DateTimeParser(now: now, days: days)
    clock = LocalTimeConverter(timeZone: days.timeZone)
    rules = try Settings(of: environment).timeRules
    startsAt = definition.properties["at"].map { $0["x-minuta-end"] != true } ?? false
  }

  /// Returns the date, the times and the length, such as `2026-11-20 09:00 to 10:30, 1h 30m`.
  ///
  /// Returns nil if they aren't known or depend on a record.
  func text(of reading: EntryReading) -> String? {
    if reading.word(of: "record") != nil { return nil }
    if let at = reading.word(of: "at") {
      guard startsAt, let start = parser.instant(at)?.date else { return nil }
      let length = start < now ? ", \(duration(from: start, to: now)) ago" : ""
      return dated(start) + length
    }
    guard let (start, end) = reading.startAndEnd(by: parser, now: now), start <= end else {
      return nil
    }
    let isOneDay = clock.time(at: start).dateText == clock.time(at: end).dateText
    return "\(dated(start)) to \(isOneDay ? minute(end) : dated(end)), "
      + duration(from: start, to: end)
  }

  private func dated(_ date: Date) -> String {
    "\(clock.time(at: date).dateText) \(minute(date))"
  }

  private func minute(_ date: Date) -> String {
    var time = clock.time(at: date)
    time.second = 0
    return time.clockText(in12Hours: rules.uses12Hours)
  }

  private func duration(from start: Date, to end: Date) -> String {
    DurationFormat.text(seconds: Int(end.timeIntervalSince(start)), as: rules.durations)
  }
}

extension EntryReading {
  /// Returns the start and the end, of which a duration can replace one or both; nil if they aren't
  /// known.
  fileprivate func startAndEnd(
    by parser: DateTimeParser,
    now: Date
  ) -> (start: Date, end: Date)? {
    let (start, end) = instants(by: parser)
    if let start, let end { return (start, end) }
    guard let length = word(of: "duration").flatMap(DurationFormat.seconds).map(Double.init) else {
      return nil
    }
    if let start { return (start, start.addingTimeInterval(length)) }
    let last = end ?? now
    return (last.addingTimeInterval(-length), last)
  }
}
