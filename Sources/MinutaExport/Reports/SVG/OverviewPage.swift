/// The charts of the first page: time at the left, tags at the right.
struct OverviewPage {
  private(set) var content = SVGContent()
  /// The lower edge of the charts.
  private(set) var bottom = ReportHeader.firstTop
  private let data: ReportData
  private let options: ReportOptions

  private static let captionHeight = 14.0
  private static let gap = 20.0

  /// - Parameter height: the height of the charts with their captions; by default, that of the page.
  init(
    _ data: ReportData,
    _ options: ReportOptions,
    height: Double = ReportPage.bottom - ReportHeader.firstTop
  ) {
    self.data = data
    self.options = options
    if data.totalSeconds == 0 {
      addNotice()
      return
    }
    let left = 2 * ReportPage.columnWidth + ReportPage.columnGap
    let map = ReportChart.heatMap.drawing(of: data, options, width: left)
    let hasTimeline = ReportChart.timeline.drawing(of: data, options, width: left) != nil
    let heights = Self.heights(height, hasTimeline, map: map?.height)
    let bars = ReportChart.bars.drawing(of: data, options, width: left, height: heights.bars)
    let timeline = ReportChart.timeline.drawing(
      of: data,
      options,
      width: left,
      height: heights.timeline
    )
    var y = ReportHeader.firstTop
    for drawing in [bars, timeline, map].compactMap({ $0 }) { add(drawing, x: 0, &y) }
    var right = ReportHeader.firstTop
    let room = max(y - Self.gap, ReportHeader.firstTop)
    for chart in [ReportChart.balance, .shares, .groups] {
      let drawing = chart.drawing(of: data, options, width: ReportPage.columnWidth)
      // The groups only fill room that is left.
      let end = right + Self.captionHeight + (drawing?.height ?? 0)
      if chart == .groups, end > room { continue }
      if let drawing { add(drawing, x: left + ReportPage.columnGap, &right) }
    }
    bottom = max(y, right)
  }

  /// Returns the heights of the two charts whose heights are free.
  private static func heights(
    _ height: Double,
    _ hasTimeline: Bool,
    map: Double?
  ) -> (bars: Double, timeline: Double) {
    let room = height - captionHeight
    if let map { return (room - captionHeight - gap - map, 0) }
    if !hasTimeline { return (room, 0) }
    let free = room - captionHeight - gap
    return ((free * 0.56).rounded(), (free * 0.44).rounded())
  }

  private mutating func add(_ drawing: SVGDrawing, x: Double, _ y: inout Double) {
    let font = ReportFont(size: 9, isBold: true)
    content.add(drawing.title, x: ReportPage.margin + x, y: y + 6, font, "muted")
    content.add(drawing.group(x: ReportPage.margin + x, y: y + Self.captionHeight))
    y += Self.captionHeight + drawing.height + Self.gap
  }

  private mutating func addNotice() {
    let font = ReportFont(size: 11)
    content.add(
      "No time was recorded in this range.",
      x: ReportPage.margin,
      y: bottom + 24,
      font,
      "muted"
    )
    bottom += 40
  }
}
