import MinutaCore

/// The hours of each day in which timers ran: a column for each day, from its start to its end.
struct TimelineChart {
  private let data: ReportData
  private let series: ChartSeries
  private let columns: ChartColumns
  private let locale: ReportLocale
  private let days: LocalCalendar
  private let width: Double
  private let height: Double

  private static let (top, bottom) = (4.0, 4.0)

  init?(_ data: ReportData, _ options: ReportOptions, width: Double, height: Double) {
    guard data.days.count <= ReportData.timelineLimit,
      data.days.contains(where: { !$0.spans.isEmpty })
    else { return nil }
    self.data = data
    (self.width, self.height) = (width, height)
    series = ChartSeries(data)
    columns = ChartColumns(count: data.days.count, width: width)
    locale = ReportLocale(options.locale)
    days = options.days
  }

  private var dayStart: Int { days.dayStart }

  var drawing: SVGDrawing {
    var content = SVGContent()
    for index in data.days.indices {
      content.addRectangle(
        x: columns.x(index),
        y: y(0),
        width: columns.barWidth,
        height: y(86_400) - y(0),
        "soft"
      )
    }
    addHours(to: &content)
    for (index, day) in data.days.enumerated() { add(day, at: index, to: &content) }
    let count = data.days.filter { !$0.spans.isEmpty }.count
    return SVGDrawing(
      width: width,
      height: height,
      title: "Hours of the day",
      description:
        "The times of day at which timers ran, on \(count.counted("day")).",
      content: content.text
    )
  }

  /// Returns the place of a time in seconds after the start of the day.
  private func y(_ seconds: Int) -> Double {
    Self.top + (height - Self.top - Self.bottom) * Double(seconds) / 86_400
  }

  private func addHours(to content: inout SVGContent) {
    let font = ReportFont(size: 7)
    let end = columns.end(data.days.count)
    for hours in stride(from: 0, through: 24, by: 6) {
      let shown = CivilTime(utcSeconds: dayStart + hours * 3600).minuteText
      let text = hours == 24 && dayStart == 0 ? "24:00" : shown
      let place = y(hours * 3600)
      content.addLine(x1: ChartColumns.gutter, y1: place, x2: end, y2: place, "grid")
      content.add(text, x: ChartColumns.gutter - 5, y: place + 2.5, font, "muted", .end)
    }
  }

  private func add(_ day: ReportDay, at index: Int, to content: inout SVGContent) {
    for lane in TimelineLanes(day.spans).lanes {
      let item = series.items[series.index(ofTag: lane.span.tag)]
      let size = columns.barWidth / Double(lane.count)
      let x = columns.x(index) + size * Double(lane.index)
      let (from, to) = (y(lane.span.start), y(lane.span.end))
      let height = max(to - from, 0.6)
      content.addRectangle(
        x: x,
        y: from,
        width: size,
        height: height,
        of: item,
        tooltip: tooltip(lane.span, item)
      )
    }
  }

  private func tooltip(_ span: ReportSpan, _ item: ChartSeries.Item) -> String {
    "\(item.name): \(days.clockText(span.start))–\(days.clockText(span.end))"
  }
}
