import MinutaCore

/// The hours of each day in which timers ran: a column for each day, from its start to its end.
///
/// A report of one day has a row instead, as wide as the chart.
struct TimelineChart {
  private let data: ReportData
  private let series: ChartSeries
  private let columns: ChartColumns
  private let dates: ChartDates
  private let words: ReportWords
  private let days: LocalCalendar
  private let width: Double
  private let height: Double

  /// The room above the hours.
  private static let top = 4.0
  /// The maximum height of the row of a single day.
  private static let rowHeight = 56.0
  /// The room for the hours below it.
  private static let rowLabels = 14.0
  /// The number of spans above which those of a tag are one shape, so that the file stays small.
  private static let detailLimit = 1_000

  init?(_ data: ReportData, _ options: ReportOptions, width: Double, height: Double) {
    guard Self.suits(data) else { return nil }
    self.data = data
    (self.width, self.height) = (width, min(height, Self.usableHeight(data)))
    words = options.words
    series = ChartSeries(data.tags, words)
    columns = ChartColumns(count: data.days.count, width: width)
    dates = ChartDates(data.days.map(\.day), columns, ReportLocale(options.locale))
    days = options.days
  }

  /// Returns the height in points that the chart of a report can use.
  static func usableHeight(_ data: ReportData) -> Double {
    data.days.count == 1 ? top + rowHeight + rowLabels : .infinity
  }

  /// Returns whether a report has times, and few enough days for them.
  static func suits(_ data: ReportData) -> Bool {
    data.days.count <= ReportData.timelineLimit && data.days.contains { !$0.spans.isEmpty }
  }

  var drawing: SVGDrawing {
    var content = SVGContent()
    for index in data.days.indices {
      content.add(box(0..<86_400, at: index), "soft")
    }
    addHours(to: &content)
    if !isRow { dates.add(bottom: height, to: &content) }
    if !isRow, data.days.reduce(0, { $0 + $1.spans.count }) > Self.detailLimit {
      addShapes(to: &content)
    } else {
      for (index, day) in data.days.enumerated() { add(day, at: index, to: &content) }
    }
    let count = data.days.filter { !$0.spans.isEmpty }.count
    return SVGDrawing(
      width: width,
      height: height,
      title: words.text("Hours of the day"),
      description: words.text(
        "The times of day at which timers ran, on {days}.",
        ["{days}": words.days(count)]
      ),
      content: content.text
    )
  }

  private var isRow: Bool { data.days.count == 1 }

  /// Returns the place of a time in seconds after the start of the day: in a row, its distance from
  /// the left; in a column, from the top.
  private func place(_ seconds: Int) -> Double {
    let part = Double(seconds) / 86_400
    if isRow { return ChartColumns.gutter + (width - 2 * ChartColumns.gutter) * part }
    return Self.top + (height - Self.top - dates.height - 1) * part
  }

  private func addHours(to content: inout SVGContent) {
    let font = ReportFont(size: 7)
    let row = box(0..<86_400, at: 0)
    let bottom = row.y + row.height
    let end = columns.end(data.days.count)
    for hours in stride(from: 0, through: 24, by: isRow ? 2 : 6) {
      let text = days.clockText(hours * 3600)
      let place = place(hours * 3600)
      if isRow {
        content.addLine(x1: place, y1: Self.top, x2: place, y2: bottom + 3, "grid")
        content.add(text, x: place, y: bottom + 11, font, "muted", .middle)
      } else {
        content.addLine(x1: ChartColumns.gutter, y1: place, x2: end, y2: place, "grid")
        content.add(text, x: ChartColumns.gutter - 5, y: place + 2.5, font, "muted", .end)
      }
    }
  }

  /// Returns the place of a span in the row or column of a day.
  private func box(of lane: TimelineLanes.Lane, at index: Int) -> SVGBox {
    let time = lane.span.start..<lane.span.end
    return box(time, part: lane.index, of: lane.count, at: index)
  }

  /// Returns the place of a time of a day that has one of `count` parts of the row or column.
  private func box(_ time: Range<Int>, part: Int = 0, of count: Int = 1, at index: Int) -> SVGBox {
    let (from, to) = (place(time.lowerBound), place(time.upperBound))
    let length = max(to - from, 0.6)
    if isRow {
      let height = (height - Self.top - Self.rowLabels) / Double(count)
      let y = Self.top + height * Double(part)
      return SVGBox(x: from, y: y, width: length, height: height)
    }
    let width = columns.barWidth / Double(count)
    let x = columns.x(index) + width * Double(part)
    return SVGBox(x: x, y: from, width: width, height: length)
  }

  private func add(_ day: ReportDay, at index: Int, to content: inout SVGContent) {
    for lane in TimelineLanes(day.spans).lanes {
      let item = series.items[series.index(ofTag: lane.span.tag)]
      content.add(box(of: lane, at: index), of: item, tooltip: tooltip(lane.span, item))
    }
  }

  /// Adds a shape for each tag and width of spans, and one with the tag's pattern over the spans that
  /// are tall enough.
  private func addShapes(to content: inout SVGContent) {
    // The spans of a tag by the number of lanes, which decides about their width.
    var shapes = series.items.map { _ in [Int: (plain: ColumnPath, patterned: ColumnPath)]() }
    for (index, day) in data.days.enumerated() {
      for lane in TimelineLanes(day.spans).lanes {
        let (tag, box) = (series.index(ofTag: lane.span.tag), box(of: lane, at: index))
        var shape = shapes[tag][lane.count] ?? (ColumnPath(), ColumnPath())
        shape.plain.add(x: box.middle.x, from: box.y, to: box.y + box.height)
        if box.height >= 6 {
          shape.patterned.add(x: box.middle.x, from: box.y, to: box.y + box.height)
        }
        shapes[tag][lane.count] = shape
      }
    }
    for (item, widths) in zip(series.items, shapes) {
      for (count, shape) in widths.sorted(by: { $0.key < $1.key }) {
        let width = columns.barWidth / Double(count)
        content.addStroke(shape.plain.text, item.color, width: width, tooltip: item.name)
        guard let pattern = item.pattern else { continue }
        content.addStroke(shape.patterned.text, pattern, width: width)
      }
    }
  }

  private func tooltip(_ span: ReportSpan, _ item: ChartSeries.Item) -> String {
    "\(item.name): \(days.clockText(span.start))–\(days.clockText(span.end))"
  }
}
