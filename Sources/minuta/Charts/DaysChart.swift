import Foundation
import IntentKit
import MinutaCore
import MinutaExport
import MinutaIntents
import SystemCalls

/// The days of a range with their time by tag, as every chart of days needs them.
struct DaysChart {
  let days: [DayResult]
  let series: ChartSeries
  let paints: [ChartPaint]
  let console: Console

  init(_ result: ListDaysIntent.Result, _ console: Console) {
    days = result.days
    series = ChartSeries(result.tags, keepsColors: true)
    let hasBlocks = console.style.showsBlocks
    paints = zip(series.items, console.style.fills).map {
      ChartPaint(color: $0.color, fill: hasBlocks ? "█" : $1)
    }
    self.console = console
  }

  var style: TerminalStyle { console.style }

  /// The width of the chart in columns, which is that of the terminal up to 120.
  var width: Int { min(console.columns ?? 80, 120) }

  /// Returns the lines of the picture for a view.
  func lines(_ view: ListDaysIntent.View) -> [String] {
    if view == .day, days.count > ReportData.timelineLimit {
      let count = ReportData.timelineLimit
      return ["  Hours are drawn for up to \(count) days; 'week' draws weeks."]
    }
    let lines =
      switch view {
      case .day: DayTimeline(self).lines
      case .week: DayBars(self).lines
      case .month: MonthCalendar(self).lines
      }
    if lines.isEmpty || view == .month { return lines }
    return lines + legend(hasGaps: view == .day && lines.contains(where: hasGapMark))
  }

  /// Whether a line of a timeline has a mark of a gap; a point after a digit belongs to a number.
  private func hasGapMark(_ line: String) -> Bool {
    zip(line, line.dropFirst()).contains { !$0.isNumber && $1 == style.gapMark }
  }

  /// Returns the names and totals of the series, each with the mark that the picture has.
  ///
  /// - Parameter hasGaps: whether the picture has marks of gaps.
  private func legend(hasGaps: Bool) -> [String] {
    let shown = series.items.indices.filter { series.items[$0].seconds > 0 }
    if shown.isEmpty { return [] }
    let items = shown.map { index in
      let item = series.items[index]
      let name = item.name.escapedForTerminal.fitted(to: max(8, width - 16), style)
      let text = "\(name) \(console.display.duration(item.seconds))"
      return (mark: console.painted(String(paints[index].fill), item.color), text: text)
    }
    var lines = ["", ""]
    var length = 0
    for item in items + (hasGaps ? [(String(style.gapMark), "gap")] : []) {
      if length > 0, length + 5 + item.text.displayWidth > width {
        lines.append("")
        length = 0
      }
      lines[lines.count - 1] += "  \(item.mark) \(item.text)"
      length += 4 + item.text.displayWidth
    }
    return lines
  }

  /// Returns the label of a day: its weekday and its number, or its month and day in a long range.
  func label(of day: DayResult) -> String {
    let weekday = Weekday(ofDay: day.number).name.prefix(3)
    return "\(weekday) \(day.date.suffix(days.count > 8 ? 5 : 2))"
  }

  /// The calendar of the user's days and weeks.
  var calendar: LocalCalendar { console.display.calendar(.gmt) }
}

extension DayResult {
  /// The day in days since 1970-01-01.
  var number: Int { TimeRules.days(date)?.lowerBound ?? 0 }
}

extension Console {
  /// Returns the text in a color such as `#3F7A52`, if the terminal supports colors.
  func painted(_ text: String, _ color: String) -> String {
    style.code(of: color).map { colored(text, $0) } ?? text
  }
}
