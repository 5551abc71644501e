import MinutaCore
import MinutaExport
import MinutaIntents

/// The 24 hours of each day, with the records where the clock shows them.
struct DayTimeline {
  private let chart: DaysChart
  private let totals: [String]
  /// The labels of the days; empty for a single day, which the sentence above already names.
  private let labels: [String]
  private let barWidth: Int

  init(_ chart: DaysChart) {
    self.chart = chart
    totals = chart.days.map { day in
      day.totalSeconds > 0 ? chart.console.display.duration(day.totalSeconds) : ""
    }
    labels = chart.days.map { chart.days.count > 1 ? chart.label(of: $0) + "  " : "" }
    let room = chart.width - 4 - labels.widest - totals.widest
    barWidth = room < 24 ? max(12, room) : room / 24 * 24
  }

  var lines: [String] {
    if chart.days.allSatisfy({ $0.spans.isEmpty }) { return [] }
    return [axis] + chart.days.indices.flatMap { lines(of: $0) }
  }

  /// The numbers of the hours, as many as there is room for.
  private var axis: String {
    let step = [1, 2, 3, 4, 6, 12].first { barWidth * $0 / 24 >= 4 } ?? 12
    var line = String(repeating: " ", count: 2 + labels.widest)
    let start = line.count
    // The first whole hour of a day that starts at 04:30 is 05:00.
    let first = (chart.console.display.dayStart + 3599) / 3600
    let offset = first * 3600 - chart.console.display.dayStart
    for hour in stride(from: 0, to: 24, by: step) {
      let place = start + barWidth * (hour * 3600 + offset) / 86_400
      let shown = (hour + first) % 24
      line += String(repeating: " ", count: place - line.count)
      line += chart.console.display.hour(shown)
    }
    return line
  }

  /// Returns the lines of a day: one, or several if its records overlap.
  private func lines(of index: Int) -> [String] {
    let day = chart.days[index]
    let lanes = TimelineLanes(day.spans).lanes
    let count = (lanes.map(\.index).max() ?? 0) + 1
    var all = TextBar(width: barWidth)
    for span in day.spans {
      all.paint(from: Double(span.start) / 86_400, to: Double(span.end) / 86_400, 0)
    }
    return (0..<count).map { row in
      var bar = TextBar(width: barWidth)
      for lane in lanes where lane.index == row {
        bar.paint(
          from: Double(lane.span.start) / 86_400,
          to: Double(lane.span.end) / 86_400,
          chart.series.index(ofTag: lane.span.tag)
        )
      }
      if row == 0 { bar.markGaps(of: all, chart.style.gapMark) }
      let label = chart.console.aligned(row == 0 ? labels[index] : "", to: labels.widest)
      let total = row == 0 ? totals[index] : ""
      let time = chart.console.aligned(total, to: totals.widest, isNumber: true)
      return "  \(label)\(bar.text(chart.paints, chart.style))  \(time)".trimmingSpaces
    }
  }
}
