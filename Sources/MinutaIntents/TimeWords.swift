import Foundation
import IntentKit
import MinutaCore

/// Times as sentences tell them.
struct TimeWords {
  private let clock: WallClock
  private let today: String

  init(now: Date, timeZone: TimeZone) {
    clock = WallClock(timeZone: timeZone)
    today = clock.time(at: now).dateText
  }

  /// `09:30`, with its day where that is not today.
  func moment(_ date: Date) -> String {
    let day = clock.time(at: date).dateText
    return day == today ? minute(date) : "\(day) \(minute(date))"
  }

  /// `09:30 to 10:45`, each with its day where that is not told yet.
  func stretch(_ start: Date, _ end: Date) -> String {
    let isOneDay = clock.time(at: start).dateText == clock.time(at: end).dateText
    return "\(moment(start)) to \(isOneDay ? minute(end) : moment(end))"
  }

  /// `'Work', 09:30 to 10:45`, or since when it is running.
  func record(_ tagged: TaggedRecord) -> String {
    let (start, end) = (tagged.record.startTime, tagged.record.endTime)
    let when = end.map { stretch(start, $0) } ?? "running since \(moment(start))"
    return "\(tagged.name), \(when)"
  }

  private func minute(_ date: Date) -> String {
    var time = clock.time(at: date)
    time.second = 0
    return time.clockText
  }

  /// `Today`, `2026-11-20`, `2026-11-16 to 2026-11-22` or `All time`.
  func range(_ range: TimeRange) -> String {
    let zoned = WallClock(timeZone: range.timeZone)
    guard let from = range.from, let to = range.to else { return "All time" }
    let first = zoned.time(at: from).dateText
    let last = zoned.time(at: to.addingTimeInterval(-1)).dateText
    if first != last { return "\(first) to \(last)" }
    return first == today && range.timeZone == clock.timeZone ? "Today" : first
  }
}

extension TaggedRecord {
  /// The tag's name in quotes, or what stands for it.
  var name: String {
    if let tag { return tag.name.quoted }
    return record.tagId.map { "tag \($0.uuidString)" } ?? "untagged time"
  }
}
