import Foundation
import MinutaCore
import MinutaIntents

/// The seconds of records on each day, within a range.
struct DayTimes {
  private let calendar: LocalCalendar
  private let range: Range<Int>
  /// The seconds by day; a day outside the range has none.
  private(set) var seconds: [Int: Int] = [:]

  /// Creates times without any record.
  ///
  /// - Parameter range: the range that counts; nil for all time.
  init(calendar: LocalCalendar, _ range: RangeResult?) {
    self.calendar = calendar
    func seconds(_ text: String?) -> Int? { text.flatMap(Timestamp.date)?.unixSeconds }
    self.range = (seconds(range?.from) ?? .min)..<(seconds(range?.to) ?? .max)
  }

  /// Adds a record, and returns the day on which it begins.
  ///
  /// - Parameter counts: whether the record's time counts.
  mutating func add(_ record: RecordResult, counts: Bool = true) -> Int {
    let start = Timestamp.date(record.startTime)?.unixSeconds ?? 0
    let end = min(start + (counts ? record.durationSeconds : 0), range.upperBound)
    let day = calendar.day(at: start)
    if counts, range.contains(start) { seconds[day, default: 0] += 0 }
    var moment = max(start, range.lowerBound)
    while moment < end {
      let bounds = calendar.dayBounds(at: moment)
      let next = min(end, bounds.end)
      seconds[bounds.day, default: 0] += next - moment
      moment = next
    }
    return day
  }
}

extension Table {
  /// Adds a heading with the date and the time above the first row of each day, and one with the
  /// time of each week if there are several.
  ///
  /// A day with a time but without rows has a heading too.
  ///
  /// - Parameters:
  ///   - rows: the day of each row, in order.
  ///   - times: the seconds of each day; a day without has only its date.
  mutating func addDateHeadings(
    _ rows: [Int],
    _ times: [Int: Int],
    weekStart: Weekday = .monday
  ) {
    let calendar = LocalCalendar(timeZone: .gmt, weekStart: weekStart)
    let days = Set(rows).union(times.keys).sorted()
    let weeks = days.map { calendar.days(of: .week, containing: $0).lowerBound }
    var weekTimes: [Int: Int] = [:]
    for (day, time) in times {
      weekTimes[calendar.days(of: .week, containing: day).lowerBound, default: 0] += time
    }
    var row = 0
    for (index, day) in days.enumerated() {
      while row < rows.count, rows[row] < day { row += 1 }
      var lines: [[Cell]] = []
      if weekTimes.count > 1, index == 0 || weeks[index - 1] != weeks[index],
        let time = weekTimes[weeks[index]]
      {
        let number = calendar.week(fromDay: weeks[index]).number
        lines.append([Cell(text: "Week \(number)"), Cell(seconds: time)])
      }
      let weekday = Weekday(ofDay: day).name.prefix(3)
      let date = Cell(text: "\(weekday) \(CivilTime(day: day).dateText)")
      lines.append([date] + (times[day].map { [Cell(seconds: $0)] } ?? []))
      headings[row, default: []] += lines
    }
  }
}
