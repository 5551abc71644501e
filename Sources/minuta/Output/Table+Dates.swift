import Foundation
import MinutaCore

/// The seconds of records on each day, within a range.
struct DayTimes {
  private let calendar: LocalCalendar
  private let range: Range<Int>
  /// The seconds by day; a day outside the range has none.
  private(set) var seconds: [Int: Int] = [:]

  /// Creates times without any record.
  ///
  /// - Parameters:
  ///   - from: the start of the range that counts; nil for all time.
  ///   - to: its end.
  init(calendar: LocalCalendar, from: Int?, to: Int?) {
    self.calendar = calendar
    range = (from ?? .min)..<(to ?? .max)
  }

  /// Adds a record, and returns the day on which it begins.
  ///
  /// - Parameter length: the seconds of the record; nil if its time doesn't count.
  mutating func add(_ start: Int, _ length: Int?) -> Int {
    let end = min(start + (length ?? 0), range.upperBound)
    let day = calendar.day(at: start)
    if length != nil, range.contains(start) { seconds[day, default: 0] += 0 }
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
  mutating func addDateHeadings(_ rows: [Int], _ times: [Int: Int], _ display: DisplayOptions) {
    let calendar = display.calendar(.gmt)
    let days = Set(rows).union(times.keys).sorted()
    var weekTimes: [Int: Int] = [:]
    for (day, time) in times {
      weekTimes[calendar.days(of: .week, containing: day).lowerBound, default: 0] += time
    }
    let hasWeeks = weekTimes.count > 1
    var row = 0
    for day in days {
      while row < rows.count, rows[row] < day { row += 1 }
      let week = calendar.days(of: .week, containing: day).lowerBound
      if hasWeeks, let time = weekTimes.removeValue(forKey: week) {
        let number = calendar.week(fromDay: week).number
        headings[row, default: []].append("Week \(number)  \(display.duration(time))")
      }
      let weekday = Weekday(ofDay: day).name.prefix(3)
      let time = times[day].map { "  \(display.duration($0))" } ?? ""
      headings[row, default: []].append("\(weekday) \(CivilTime(day: day).dateText)\(time)")
    }
  }
}

extension LocalTimeConverter {
  /// Returns the local time of an instant without seconds.
  func minute(at date: Date) -> CivilTime {
    var time = time(at: date)
    time.second = 0
    return time
  }

  /// Returns the local time of a timestamp without seconds.
  func minute(of text: String) -> CivilTime {
    Timestamp.date(text).map(minute) ?? CivilTime(day: 0)
  }
}
