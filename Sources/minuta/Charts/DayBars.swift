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

  /// A week of the range, with the places of its days in the chart.
  private struct Week {
    let firstDay: Int
    var places: Range<Int>
    var seconds = 0
  }

  /// The lines of the bars, with a line for each week in a range of several weeks.
  ///
  /// Weeks without time share one line.
  var lines: [String] {
    if chart.days.count <= 8 { return chart.days.indices.map { line(at: $0) } }
    var blocks: [[String]] = []
    var rest = weeks[...]
    while let week = rest.first {
      let empty = rest.prefix { $0.seconds == 0 }
      rest = rest.dropFirst(max(1, empty.count))
      let bars = empty.isEmpty ? week.places.map { line(at: $0) } : []
      blocks.append(bars + [total(of: week, to: empty.last ?? week)])
    }
    return Array(blocks.joined(separator: [""]))
  }

  private var weeks: [Week] {
    var weeks: [Week] = []
    for (place, day) in chart.days.enumerated() {
      let first = chart.calendar.days(of: .week, containing: day.number).lowerBound
      if weeks.last?.firstDay != first {
        weeks.append(Week(firstDay: first, places: place..<place))
      }
      weeks[weeks.count - 1].places = weeks[weeks.count - 1].places.lowerBound..<(place + 1)
      weeks[weeks.count - 1].seconds += day.totalSeconds
    }
    return weeks
  }

  private func line(at index: Int) -> String {
    let number = chart.console.aligned(totals[index], to: totals.widest, isNumber: true)
    let bar = bar(of: chart.days[index]).text(chart.paints, chart.style)
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

  /// Returns the line with the time of a week, or of a row of weeks without time.
  private func total(of week: Week, to last: Week) -> String {
    let numbers = [week, last].map { chart.calendar.week(fromDay: $0.firstDay).number }
    let name =
      week.firstDay == last.firstDay
      ? "Week \(numbers[0])" : "Weeks \(numbers[0]) to \(numbers[1])"
    let label = chart.console.aligned(name, to: labels.widest + 2 + barWidth)
    let time = chart.console.display.duration(week.seconds)
    return "  \(label)  \(chart.console.aligned(time, to: totals.widest, isNumber: true))"
  }
}
