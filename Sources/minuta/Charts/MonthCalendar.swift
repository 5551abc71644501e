import MinutaCore
import MinutaExport
import MinutaIntents

/// A calendar for each month, in which a day is darker the more time it has.
struct MonthCalendar {
  private let chart: DaysChart
  private let longest: Int
  /// The width of a day in columns.
  private let cellWidth: Int
  private let totalWidth: Int

  /// The color of the days with time.
  private static let color = "#3C7BA6"

  init(_ chart: DaysChart) {
    self.chart = chart
    longest = chart.days.map(\.totalSeconds).max() ?? 0
    totalWidth = chart.console.display.duration(360_000).count
    cellWidth = max(2, min(10, (chart.width - 4 - totalWidth) / 7))
  }

  var lines: [String] {
    var months: [[DayResult]] = []
    for day in chart.days {
      if let last = months.last?.last, last.date.prefix(7) == day.date.prefix(7) {
        months[months.count - 1].append(day)
      } else {
        months.append([day])
      }
    }
    let lines = months.map { self.lines(of: $0) } + (longest > 0 ? [[legend]] : [])
    return Array(lines.joined(separator: [""]))
  }

  /// The line with the shades, and the time from which on a day has the darkest.
  private var legend: String {
    let shades = chart.style.shades.dropFirst()
    let least = (longest + 1) * (shades.count - 1)
    let time = chart.console.display.duration((least + shades.count - 1) / shades.count)
    return "  \(chart.console.painted(String(shades), Self.color))  darkest: \(time) or more"
  }

  private func lines(of month: [DayResult]) -> [String] {
    guard let first = month.first else { return [] }
    let title = "\(CivilTime(day: first.number).monthName) \(first.date.prefix(4))"
    let rows = Dictionary(grouping: month) { day in
      chart.calendar.days(of: .week, containing: day.number).lowerBound
    }
    return ["  \(chart.console.colored(title, "1"))", weekdays]
      + rows.keys.sorted().flatMap { lines(ofWeek: $0, rows[$0] ?? []) }
  }

  private var weekdays: String {
    let names = (0..<7).map { offset in
      let weekday = Weekday(ofDay: chart.calendar.weekStartDay + offset)
      let name = String(weekday.name.prefix(cellWidth > 3 ? 3 : 2))
      return chart.console.aligned(name, to: cellWidth)
    }
    return "  \(names.joined())".trimmingSpaces
  }

  /// Returns the lines of a week: the days with their shades, and below them their times if there is
  /// room.
  private func lines(ofWeek first: Int, _ days: [DayResult]) -> [String] {
    let cells = (first..<first + 7).map { number in days.first { $0.number == number } }
    let sum = days.reduce(0) { $0 + $1.totalSeconds }
    let total = sum > 0 ? chart.console.display.duration(sum) : ""
    let blank = String(repeating: " ", count: cellWidth)
    let shades = cells.map { $0.map(shade) ?? blank }.joined()
    let number = chart.console.aligned(total, to: totalWidth, isNumber: true)
    let line = "  \(shades)\(number)".trimmingSpaces
    if cellWidth < 7 || sum == 0 { return [line] }
    let times = cells.map { $0.map(time) ?? blank }.joined()
    return [line, "  \(times)".trimmingSpaces]
  }

  /// Returns the number of a day and its shade.
  private func shade(of day: DayResult) -> String {
    let level = day.totalSeconds == 0 ? 0 : 1 + day.totalSeconds * 4 / (longest + 1)
    let count = max(1, cellWidth - 4)
    let text = String(repeating: chart.style.shades[min(4, level)], count: count)
    let isBlank = level == 0 && cellWidth > 4
    let shown = isBlank ? String(repeating: " ", count: count) : text
    let painted = level == 0 ? shown : chart.console.painted(shown, Self.color)
    let number = String(Int(day.date.suffix(2)) ?? 0)
    let padded = chart.console.aligned(number, to: 2, isNumber: true)
    return "\(padded)\(cellWidth > 4 ? " " : "")\(painted)" + (cellWidth > 3 ? " " : "")
  }

  private func time(of day: DayResult) -> String {
    let text =
      day.totalSeconds == 0 ? "" : DurationFormat.text(seconds: day.totalSeconds, as: clock)
    return chart.console.aligned(text, to: cellWidth - 1, isNumber: true) + " "
  }

  /// The form of durations, of which the one with units is too wide for a day.
  private var clock: DurationFormat.Style {
    chart.console.display.durations == .decimal ? .decimal : .clock
  }
}

extension LocalCalendar {
  /// A day with which a week starts.
  fileprivate var weekStartDay: Int { days(of: .week, containing: 0).lowerBound }
}
