import MinutaCore

/// A bar for each day, week, month or year, divided by tag in the order of the legend.
struct StackedBarChart {
  private let data: ReportData
  private let series: ChartSeries
  private let unit: LocalCalendar.Unit
  private let buckets: [ChartBucket]
  private let columns: ChartColumns
  private let axis: HourAxis
  private let locale: ReportLocale
  private let words: ReportWords
  private let durations: ChartDuration
  /// The dates of days; nil for longer bars.
  private let dates: ChartDates?
  private let width: Double
  private let height: Double

  /// The room above the bars for their totals.
  private static let top = 13.0

  init?(_ data: ReportData, _ options: ReportOptions, width: Double, height: Double) {
    if data.days.isEmpty { return nil }
    self.data = data
    (self.width, self.height) = (width, height)
    words = options.words
    series = ChartSeries(data.tags, words)
    unit = LocalCalendar.Unit(barsOf: data.days.count)
    buckets = ChartBucket.all(data.days, by: unit, options.days)
    columns = ChartColumns(count: buckets.count, width: width)
    locale = ReportLocale(options.locale)
    dates = unit == .day ? ChartDates(buckets.map(\.firstDay), columns, locale) : nil
    let longest = buckets.map { max($0.totalSeconds, $0.dueSeconds ?? 0) }.max() ?? 0
    axis = HourAxis(longest: longest, height: height - Self.top - (dates?.height ?? 14))
    durations = ChartDuration(totals: buckets.map(\.totalSeconds), room: columns.step - 1)
  }

  var drawing: SVGDrawing {
    var content = SVGContent()
    addGrid(to: &content)
    let bars = buckets.indices.map(segments)
    for segment in bars.joined() { segment.addBox(to: &content) }
    addTargets(to: &content)
    for (bucket, bar) in zip(buckets, bars) {
      let line = targetPlace(bucket)
      for segment in bar { segment.addText(durations, line: line, to: &content) }
    }
    addTotals(to: &content)
    addLabels(to: &content)
    return SVGDrawing(
      width: width,
      height: height,
      title: words.text("Time per \(unit.rawValue)"),
      description: description,
      content: content.text
    )
  }

  private var description: String {
    guard let longest = buckets.max(by: { $0.totalSeconds < $1.totalSeconds }),
      longest.totalSeconds > 0
    else { return words.text("No time was recorded in this range.") }
    return words.text(
      "{total} in total. The longest bar is {time}, from {date}.",
      [
        "{total}": DurationFormat.text(seconds: data.totalSeconds),
        "{time}": DurationFormat.text(seconds: longest.totalSeconds),
        "{date}": locale.fullDay(longest.firstDay),
      ]
    )
  }

  /// The place of the zero of the hours.
  private var base: Double { height - (dates?.height ?? 14) }

  private func addGrid(to content: inout SVGContent) {
    let font = ReportFont(size: 7)
    let end = columns.end(buckets.count)
    for hours in axis.ticks {
      let y = base - axis.length(hours * 3600)
      let style = hours == 0 ? "rule" : "grid"
      content.addLine(x1: ChartColumns.gutter, y1: y, x2: end, y2: y, style)
      if hours > 0 {
        content.add("\(hours)h", x: ChartColumns.gutter - 5, y: y + 2.5, font, "muted", .end)
      }
    }
  }

  /// Returns the parts of a bar, from top to bottom in the order of the legend.
  private func segments(ofBar index: Int) -> [BarSegment] {
    var y = base - axis.length(buckets[index].totalSeconds)
    var segments: [BarSegment] = []
    for (rank, seconds) in series.seconds(in: buckets[index].days).enumerated() where seconds > 0 {
      let size = axis.length(seconds)
      let box = SVGBox(x: columns.x(index), y: y, width: columns.barWidth, height: size)
      segments.append(BarSegment(item: series.items[rank], seconds: seconds, box: box))
      y += size
    }
    return segments
  }

  private func addTotals(to content: inout SVGContent) {
    for (index, bucket) in buckets.enumerated() {
      let total = durations.total(bucket.totalSeconds, room: columns.step - 1)
      let y = labelPlace(above: base - axis.length(bucket.totalSeconds), bucket)
      content.add(total, x: columns.middle(index), y: y, durations.font, "ink", .middle)
    }
  }

  /// Returns the baseline of the text above a bar, which moves above a target line in its way.
  private func labelPlace(above y: Double, _ bucket: ChartBucket) -> Double {
    let target = base - axis.length(bucket.dueSeconds ?? 0)
    let isInTheWay = target < y && target > y - durations.font.size - 3.5
    return (isInTheWay ? target : y) - 3.5
  }

  /// Returns the place of the target line of a bar; nil if nothing is due.
  private func targetPlace(_ bucket: ChartBucket) -> Double? {
    bucket.dueSeconds.flatMap { $0 > 0 ? base - axis.length($0) : nil }
  }

  /// Adds a line for each run of bars with the same target, so that its dashes are even.
  private func addTargets(to content: inout SVGContent) {
    for run in Array(buckets.enumerated()).consecutive(by: \.element.dueSeconds) {
      guard let first = run.first, let last = run.last, let y = targetPlace(first.element) else {
        continue
      }
      let (x1, x2) = (columns.end(first.offset), columns.end(last.offset + 1))
      content.addLine(x1: x1, y1: y, x2: x2, y2: y, "target")
    }
  }

  private func addLabels(to content: inout SVGContent) {
    if let dates {
      dates.add(bottom: height, to: &content)
      return
    }
    let font = ReportFont(size: 7.5)
    let labels = buckets.map(label)
    let widest = labels.map { font.width($0) + 3 }.max() ?? 0
    let stride = max(1, Int((widest / columns.step).rounded(.up)))
    for (index, label) in labels.enumerated() where index % stride == 0 {
      if columns.middle(index) + font.width(label) / 2 > width { continue }
      content.add(label, x: columns.middle(index), y: height - 3, font, "muted", .middle)
    }
  }

  private func label(of bucket: ChartBucket) -> String {
    let (day, year) = (bucket.firstDay, "\(CivilTime(day: bucket.firstDay).year)")
    switch unit {
    case .day, .week: return locale.dayAndMonth(day)
    case .month:
      let isJanuary = CivilTime(day: day).month == 1 && buckets.count > 12
      return isJanuary ? year : locale.month(day)
    case .year: return year
    }
  }
}
