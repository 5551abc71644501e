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

  /// The room above the hours, and below them for the dates.
  private static let (top, bottom) = (4.0, 15.0)
  /// The number of spans above which those of a tag are one shape, so that the file stays small.
  private static let detailLimit = 1_000

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
    addDates(to: &content)
    if data.days.reduce(0, { $0 + $1.spans.count }) > Self.detailLimit {
      addShapes(to: &content)
    } else {
      for (index, day) in data.days.enumerated() { add(day, at: index, to: &content) }
    }
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

  private func addDates(to content: inout SVGContent) {
    let font = ReportFont(size: 7.5)
    for (index, day) in data.days.enumerated() {
      let full = locale.shortDay(day.day)
      let isFull = data.days.count <= 10 && font.width(full) <= columns.step - 3
      let text = isFull ? full : "\(CivilTime(day: day.day).day)"
      content.add(text, x: columns.middle(index), y: height - 3, font, "muted", .middle)
    }
  }

  /// Returns the place of a span in the column of a day.
  private func box(
    of lane: TimelineLanes.Lane,
    at index: Int
  ) -> (x: Double, y: Double, width: Double, height: Double) {
    let width = columns.barWidth / Double(lane.count)
    let (from, to) = (y(lane.span.start), y(lane.span.end))
    return (columns.x(index) + width * Double(lane.index), from, width, max(to - from, 0.6))
  }

  private func add(_ day: ReportDay, at index: Int, to content: inout SVGContent) {
    for lane in TimelineLanes(day.spans).lanes {
      let item = series.items[series.index(ofTag: lane.span.tag)]
      let box = box(of: lane, at: index)
      content.addRectangle(
        x: box.x,
        y: box.y,
        width: box.width,
        height: box.height,
        of: item,
        tooltip: tooltip(lane.span, item)
      )
    }
  }

  /// Adds a shape for each tag, and one with its pattern over the spans that are tall enough.
  private func addShapes(to content: inout SVGContent) {
    var shapes = series.items.map { _ in (plain: "", patterned: "") }
    for (index, day) in data.days.enumerated() {
      for lane in TimelineLanes(day.spans).lanes {
        let (tag, box) = (series.index(ofTag: lane.span.tag), box(of: lane, at: index))
        let outline =
          "M\(box.x.svg) \(box.y.svg)h\(box.width.svg)v\(box.height.svg)h-\(box.width.svg)z"
        shapes[tag].plain += outline
        if box.height >= 6 { shapes[tag].patterned += outline }
      }
    }
    for (item, shape) in zip(series.items, shapes) {
      content.addShape(shape.plain, item.color, tooltip: item.name)
      if let pattern = item.pattern { content.addShape(shape.patterned, pattern) }
    }
  }

  private func tooltip(_ span: ReportSpan, _ item: ChartSeries.Item) -> String {
    "\(item.name): \(days.clockText(span.start))–\(days.clockText(span.end))"
  }
}
