import Foundation
import IntentKit
import MinutaCore

/// Times as sentences tell them.
struct SentenceFormatter {
  private let clock: WallClock
  private let days: LocalCalendar
  private let now: Date
  /// The date that the clock shows.
  private let today: String
  /// The records of which no id is told, since they will get others.
  private let unsavedIDs: Set<UUID>

  init(now: Date, days: LocalCalendar, unsavedIDs: Set<UUID> = []) {
    self.now = now
    self.days = days
    self.unsavedIDs = unsavedIDs
    clock = WallClock(timeZone: days.timeZone)
    today = clock.time(at: now).dateText
  }

  /// Words by days that begin at midnight.
  init(now: Date, timeZone: TimeZone) {
    self.init(now: now, days: LocalCalendar(timeZone: timeZone))
  }

  /// `09:30`, with its day where that is not today.
  func moment(_ date: Date) -> String {
    isToday(date) ? minute(date) : dated(date)
  }

  /// Whether an instant lies on the date that the clock shows.
  func isToday(_ date: Date) -> Bool { clock.time(at: date).dateText == today }

  private func dated(_ date: Date) -> String {
    "\(clock.time(at: date).dateText) \(minute(date))"
  }

  /// `09:30 to 10:45`, with the day where that is not today, and both days where they differ.
  func interval(_ start: Date, _ end: Date) -> String {
    let isOneDay = clock.time(at: start).dateText == clock.time(at: end).dateText
    return isOneDay
      ? "\(moment(start)) to \(minute(end))" : "\(dated(start)) to \(dated(end))"
  }

  /// `'Work', 09:30 to 10:45 (385E00D8)`, or since when it is running.
  func record(_ tagged: TaggedRecord) -> String {
    "\(nameAndTime(tagged))\(id(tagged))"
  }

  /// The short id of a record as it follows what is said of it, ` (385E00D8)`.
  func id(_ tagged: TaggedRecord) -> String {
    unsavedIDs.contains(tagged.record.id) ? "" : " (\(tagged.record.id.shortText))"
  }

  /// `'Work', 09:30 to 10:45`, or since when it is running.
  func nameAndTime(_ tagged: TaggedRecord) -> String {
    let (start, end) = (tagged.record.startTime, tagged.record.endTime)
    let when = end.map { interval(start, $0) } ?? "running since \(moment(start))"
    return "\(tagged.name), \(when)"
  }

  private func minute(_ date: Date) -> String {
    var time = clock.time(at: date)
    time.second = 0
    return time.clockText
  }

  /// `Today`, `2026-11-20`, `2026-11-16 to 2026-11-22` or `All time`.
  func range(_ range: TimeRange) -> String {
    guard let from = range.from, let to = range.to else { return "All time" }
    let zoned = days.zoned(range.timeZone)
    let first = zoned.day(at: from.unixSeconds)
    // Only a day that the clock skips has no length; the next one begins at the same instant.
    if from == to { return CivilTime(day: first - 1).dateText }
    let last = zoned.day(at: to.unixSeconds - 1)
    let date = CivilTime(day: first).dateText
    if first != last { return "\(date) to \(CivilTime(day: last).dateText)" }
    let isToday = range.timeZone == days.timeZone && first == days.day(at: now.unixSeconds)
    return isToday ? "Today" : date
  }

  /// Some records as a sentence lists them.
  func records(_ records: [TaggedRecord]) -> String {
    let shown = records.prefix(5).map(record)
    let rest = records.count - shown.count
    return (shown + (rest > 0 ? ["\(rest) more"] : [])).joined(separator: "; ")
  }
}

extension TaggedRecord {
  /// The tag's name in quotes, or what stands for it.
  var name: String {
    if let tag { return tag.name.quoted }
    return record.tagId.map { "tag \($0.uuidString)" } ?? "untagged time"
  }
}
