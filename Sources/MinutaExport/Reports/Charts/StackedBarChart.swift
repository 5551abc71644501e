import MinutaCore

/// A bar for each day, week, month or year, divided by tag with the longest at the bottom.
struct StackedBarChart {
  private let data: ReportData
  private let series: ChartSeries
  private let unit: LocalCalendar.Unit
  private let buckets: [ChartBucket]
  private let columns: ChartColumns
  private let axis: HourAxis
  private let locale: ReportLocale
  private let width: Double
  private let height: Double
  private let totalFont: ReportFont

  /// The room above the bars for their totals, and below them for their dates.
  private static let (top, bottom) = (13.0, 14.0)

  init?(_ data: ReportData, _ options: ReportOptions, width: Double, height: Double) {
    if data.days.isEmpty { return nil }
    self.data = data
    (self.width, self.height) = (width, height)
    series = ChartSeries(data)
    unit = LocalCalendar.Unit(barsOf: data.days.count)
    buckets = ChartBucket.all(data.days, by: unit, options.days)
    columns = ChartColumns(count: buckets.count, width: width)
    locale = ReportLocale(options.locale)
    let longest = buckets.map { max($0.totalSeconds, $0.dueSeconds ?? 0) }.max() ?? 0
    axis = HourAxis(longest: longest, height: height - Self.top - Self.bottom)
    totalFont = Self.totalFont(buckets, room: columns.step - 1)
  }

  /// Returns the largest font in which each total fits above its bar.
  private static func totalFont(_ buckets: [ChartBucket], room: Double) -> ReportFont {
    let sizes = stride(from: 8.5, through: 6, by: -0.5).map { ReportFont(size: $0, isBold: true) }
    return sizes.first { font in
      buckets.allSatisfy { bucket in
        bucket.totalSeconds < 60
          || ChartDuration.text(bucket.totalSeconds, font, width: room) != nil
      }
    } ?? ReportFont(size: 6, isBold: true)
  }

  var drawing: SVGDrawing {
    var content = SVGContent()
    addGrid(to: &content)
    for (index, bucket) in buckets.enumerated() { addBar(bucket, at: index, to: &content) }
    addTargets(to: &content)
    addLabels(to: &content)
    let total = DurationFormat.text(seconds: data.totalSeconds)
    return SVGDrawing(
      width: width,
      height: height,
      title: "Time per \(unit.rawValue)",
      description: "\(total) in \(buckets.count) bars, one per \(unit.rawValue). \(longestText)",
      content: content.text
    )
  }

  private var longestText: String {
    guard let longest = buckets.max(by: { $0.totalSeconds < $1.totalSeconds }),
      longest.totalSeconds > 0
    else { return "No time was recorded." }
    let time = DurationFormat.text(seconds: longest.totalSeconds)
    return "The longest is \(time), from \(locale.fullDay(longest.firstDay))."
  }

  private var base: Double { height - Self.bottom }

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

  private func addBar(_ bucket: ChartBucket, at index: Int, to content: inout SVGContent) {
    var y = base
    for (rank, seconds) in series.seconds(in: bucket.days).enumerated() where seconds > 0 {
      let size = axis.length(seconds)
      y -= size
      let box = BarSegment(
        item: series.items[rank],
        seconds: seconds,
        x: columns.x(index),
        y: y,
        width: columns.barWidth,
        height: size
      )
      box.add(to: &content)
    }
    let room = columns.step - 1
    let total = ChartDuration.total(bucket.totalSeconds, totalFont, width: room)
    let label = labelPlace(above: y, bucket)
    content.add(total ?? "", x: columns.middle(index), y: label, totalFont, "ink", .middle)
  }

  /// Returns the baseline of the text above a bar, which moves above a target line in its way.
  private func labelPlace(above y: Double, _ bucket: ChartBucket) -> Double {
    let target = base - axis.length(bucket.dueSeconds ?? 0)
    let isInTheWay = target < y && target > y - totalFont.size - 3.5
    return (isInTheWay ? target : y) - 3.5
  }

  private func addTargets(to content: inout SVGContent) {
    for (index, bucket) in buckets.enumerated() {
      guard let due = bucket.dueSeconds, due > 0 else { continue }
      let y = base - axis.length(due)
      let x = ChartColumns.gutter + Double(index) * columns.step
      content.addLine(x1: x, y1: y, x2: x + columns.step, y2: y, "target")
    }
  }

  private func addLabels(to content: inout SVGContent) {
    let font = ReportFont(size: 7.5)
    let labels = buckets.map { label(of: $0, width: columns.step - 3, font) }
    let widest = labels.map { font.width($0) + 3 }.max() ?? 0
    let stride = max(1, Int((widest / columns.step).rounded(.up)))
    for (index, label) in labels.enumerated() where index % stride == 0 {
      if columns.middle(index) + font.width(label) / 2 > width { continue }
      content.add(label, x: columns.middle(index), y: height - 3, font, "muted", .middle)
    }
  }

  private func label(of bucket: ChartBucket, width: Double, _ font: ReportFont) -> String {
    let day = bucket.firstDay
    switch unit {
    case .day:
      let full = locale.shortDay(day)
      if buckets.count <= 10, font.width(full) <= width { return full }
      return "\(CivilTime(day: day).day)"
    case .week: return locale.dayAndMonth(day)
    case .month:
      let isJanuary = CivilTime(day: day).month == 1 && buckets.count > 12
      return isJanuary ? "\(CivilTime(day: day).year)" : locale.month(day)
    case .year: return "\(CivilTime(day: day).year)"
    }
  }
}
