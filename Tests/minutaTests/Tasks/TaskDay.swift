import Foundation

/// The day on which the everyday tasks are done, and the times that were recorded before.
///
/// The programs use the real clock, so the time zone is chosen in which it is between 16:00 and 17:00.
struct TaskDay: Sendable {
  let now: Date
  let zone: TimeZone

  init() {
    now = Date(timeIntervalSince1970: Date.now.timeIntervalSince1970.rounded(.down))
    let hour = Int(now.timeIntervalSince1970) / 3600 % 24
    let offset = hour < 2 ? -8 - hour : 16 - hour
    // Names such as `Etc/GMT-5` have the sign of POSIX.
    let name = "Etc/GMT\(offset > 0 ? "-" : "+")\(abs(offset))"
    zone = TimeZone(identifier: name) ?? .gmt
  }

  /// Creates the day that the manual shows, 2026-11-20 at 16:10.
  private init(example now: Date) { (self.now, zone) = (now, .gmt) }

  static let example = TaskDay(example: Date(timeIntervalSince1970: 1_795_191_000))

  var calendar: Calendar {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = zone
    return calendar
  }

  /// Returns a time of day, on a day that is a number of days after this one.
  func time(_ hour: Double, days: Int = 0) -> Date {
    let day = calendar.date(byAdding: .day, value: days, to: calendar.startOfDay(for: now)) ?? now
    return day.addingTimeInterval(hour * 3600)
  }

  /// Returns a time of day on the fifteenth of the last month.
  func timeOfLastMonth(_ hour: Double) -> Date {
    let month = calendar.dateInterval(of: .month, for: now)?.start ?? now
    let last = calendar.date(byAdding: .month, value: -1, to: month) ?? now
    return last.addingTimeInterval((14 * 24 + hour) * 3600)
  }

  func minutesAgo(_ minutes: Double) -> Date { now.addingTimeInterval(-minutes * 60) }

  /// Returns a time as `2026-11-20 16:10`, in parts.
  func text(_ date: Date) -> (day: String, clock: String) {
    let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
    func two(_ number: Int?) -> String { (number ?? 0) < 10 ? "0\(number ?? 0)" : "\(number ?? 0)" }
    return (
      "\(parts.year ?? 0)-\(two(parts.month))-\(two(parts.day))",
      "\(two(parts.hour)):\(two(parts.minute))"
    )
  }

  /// The first and the last day of the last month.
  var lastMonth: (first: String, last: String) {
    let month = calendar.dateInterval(of: .month, for: timeOfLastMonth(0))
    return (
      text(month?.start ?? now).day, text(month?.end.addingTimeInterval(-1) ?? now).day
    )
  }

  /// The times recorded before a task, the oldest first.
  var history: [TaskEntry] {
    [
      TaskEntry(timeOfLastMonth(9), timeOfLastMonth(11), "Acme"),
      TaskEntry(timeOfLastMonth(12), timeOfLastMonth(13), "Globex"),
      TaskEntry(time(14, days: -14), time(17, days: -14), "Acme"),
      TaskEntry(time(14, days: -1), time(15, days: -1), "Globex"),
      TaskEntry(time(8), time(9), "Globex"), TaskEntry(time(9), time(11), "Acme"),
      TaskEntry(time(11.5), time(12), "Acme"),
    ]
  }

  /// The timer of a task that needs one, which was started an hour ago.
  var timer: TaskEntry { TaskEntry(minutesAgo(60), nil, "Acme") }

  /// Returns the seconds of recorded times by client, or of all.
  func seconds(in unit: Calendar.Component, of tag: String? = nil, at date: Date? = nil) -> Int {
    let entries = history.filter {
      calendar.isDate($0.start, equalTo: date ?? now, toGranularity: unit)
        && (tag ?? $0.tag) == $0.tag
    }
    return Int(entries.reduce(0) { $0 + ($1.end ?? $1.start).timeIntervalSince($1.start) })
  }
}

/// A recorded time, as each of the programs knows it.
struct TaskEntry: Sendable, CustomStringConvertible {
  var start: Date
  var end: Date?
  var tag: String
  /// A comment; Watson and Timewarrior have a second tag for it.
  var note: String?

  init(_ start: Date, _ end: Date?, _ tag: String, note: String? = nil) {
    (self.start, self.end, self.tag, self.note) = (start, end, tag, note)
  }

  /// Whether another program has the same, with times that may differ by the time that it took to
  /// start the program.
  func matches(_ other: TaskEntry) -> Bool {
    func isNear(_ one: Date, _ two: Date) -> Bool { abs(one.timeIntervalSince(two)) < 180 }
    let isSameEnd =
      end.map { own in other.end.map { isNear(own, $0) } ?? false } ?? (other.end == nil)
    return isNear(start, other.start) && isSameEnd && tag == other.tag && note == other.note
  }

  var description: String {
    "\(start.ISO8601Format()) - \(end?.ISO8601Format() ?? "") \(tag) \(note ?? "")"
  }
}
