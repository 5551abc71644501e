import MinutaCore
import MinutaExport
import MinutaIntents

/// A bar for each day, divided by tag, with the day's total, target and gaps.
struct DayBars {
  private let chart: DaysChart
  private let totals: [String]
  private let gaps: [String]
  private let labels: [String]
  private let longest: Int
  private let barWidth: Int

  init(_ chart: DaysChart) {
    self.chart = chart
    let display = chart.console.display
    totals = chart.days.map { $0.totalSeconds > 0 ? display.duration($0.totalSeconds) : "" }
    let gaps = chart.days.map { day in
      (day.gapSeconds ?? 0) < 60 ? "" : "gaps \(display.duration(day.gapSeconds ?? 0))"
    }
    self.gaps = chart.width < 64 ? gaps.map { _ in "" } : gaps
    labels = chart.days.map(chart.label)
    longest = chart.days.map { max($0.totalSeconds, $0.dueSeconds ?? 0) }.max() ?? 0
    let sides = [labels, totals + [display.duration(36_000)], self.gaps].map(\.widest)
    barWidth = max(8, chart.width - sides.reduce(0, +) - (sides[2] > 0 ? 8 : 6))
  }

  /// The lines of the bars, with a line for each week in a range of several weeks.
  var lines: [String] {
    var lines: [String] = []
    var week: (days: Range<Int>, seconds: Int)?
    for (index, day) in chart.days.enumerated() {
      if chart.days.count > 8, week?.days.contains(day.number) != true {
        if let week { lines += [total(of: week), ""] }
        week = (chart.calendar.days(of: .week, containing: day.number), 0)
      }
      week?.seconds += day.totalSeconds
      lines.append(line(of: day, index))
    }
    return lines + (week.map { [total(of: $0)] } ?? [])
  }

  private func line(of day: DayResult, _ index: Int) -> String {
    let number = chart.console.aligned(totals[index], to: totals.widest, isNumber: true)
    let bar = bar(of: day).text(chart.paints, chart.style)
    return "  \(labels[index])  \(bar)  \(number)  \(gaps[index])".trimmingSpaces
  }

  private func bar(of day: DayResult) -> TextBar {
    var bar = TextBar(width: barWidth)
    if longest == 0 { return bar }
    var start = 0
    for (rank, seconds) in chart.series.seconds(in: day.segments).enumerated() where seconds > 0 {
      let end = start + seconds
      bar.paint(
        from: Double(start) / Double(longest),
        to: Double(end) / Double(longest),
        rank
      )
      start = end
    }
    if let due = day.dueSeconds, due > 0 {
      bar.mark(at: Double(due) / Double(longest), chart.style.targetMark)
    }
    return bar
  }

  private func total(of week: (days: Range<Int>, seconds: Int)) -> String {
    let number = chart.calendar.week(fromDay: week.days.lowerBound).number
    let label = chart.console.aligned("Week \(number)", to: labels.widest + 2 + barWidth)
    let time = chart.console.display.duration(week.seconds)
    return "  \(label)  \(chart.console.aligned(time, to: totals.widest, isNumber: true))"
  }
}
