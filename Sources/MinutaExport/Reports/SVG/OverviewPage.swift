/// The charts of the first page: time at the left, tags at the right.
///
/// The charts whose heights follow from their content are drawn once, also if the page is tried in
/// several heights.
struct OverviewPage {
  private let data: ReportData
  private let options: ReportOptions
  private let hasTimeline: Bool
  private let map: SVGDrawing?
  private let balance: SVGDrawing?
  private let shares: SVGDrawing?
  private let groups: SVGDrawing?

  /// The height of charts with their captions that fill the page.
  static let fullHeight = ReportPage.bottom - ReportHeader.firstTop
  private static let captionHeight = 14.0
  private static let gap = 20.0
  /// The width of the charts at the left.
  private static let width = 2 * ReportPage.columnWidth + ReportPage.columnGap

  init(_ data: ReportData, _ options: ReportOptions) {
    self.data = data
    self.options = options
    let hasTime = data.totalSeconds > 0
    func drawing(_ chart: ReportChart, width: Double = ReportPage.columnWidth) -> SVGDrawing? {
      chart.drawing(of: data, options, width: width)
    }
    hasTimeline = hasTime && TimelineChart.suits(data)
    map = hasTime ? drawing(.heatMap, width: Self.width) : nil
    (balance, shares, groups) = (drawing(.balance), drawing(.shares), drawing(.groups))
  }

  /// Returns the lower edge of the charts, of which those at the left have a height.
  func bottom(height: Double) -> Double {
    if data.totalSeconds == 0 {
      return max(ReportHeader.firstTop + 40, Self.bottom(of: right(height).map(\.height)))
    }
    let heights = right(height).map(\.height)
    return max(leftBottom(height), Self.bottom(of: heights))
  }

  /// Returns the charts, of which those at the left have a height.
  func content(height: Double = fullHeight) -> SVGContent {
    var content = SVGContent()
    if data.totalSeconds == 0 {
      content.add(
        options.words.text("No time was recorded in this range."),
        x: ReportPage.margin,
        y: ReportHeader.firstTop + 24,
        ReportFont(size: 11),
        "muted"
      )
      Self.add(right(height), x: Self.width + ReportPage.columnGap, to: &content)
      return content
    }
    let heights = freeHeights(height)
    let bars = drawing(.bars, height: heights.bars)
    let timeline = hasTimeline ? drawing(.timeline, height: heights.timeline) : nil
    Self.add([bars, timeline, map].compactMap { $0 }, x: 0, to: &content)
    Self.add(right(height), x: Self.width + ReportPage.columnGap, to: &content)
    return content
  }

  private func drawing(_ chart: ReportChart, height: Double) -> SVGDrawing? {
    chart.drawing(of: data, options, width: Self.width, height: height)
  }

  /// Returns the charts at the right; that of the groups only fills room that is left.
  private func right(_ height: Double) -> [SVGDrawing] {
    let charts = [balance, shares].compactMap { $0 }
    guard let groups else { return charts }
    let end = Self.bottom(of: (charts + [groups]).map(\.height)) - Self.gap
    return end <= leftBottom(height) - Self.gap ? charts + [groups] : charts
  }

  private func leftBottom(_ height: Double) -> Double {
    let heights = freeHeights(height)
    let lower = hasTimeline ? heights.timeline : map?.height
    return Self.bottom(of: [heights.bars] + [lower].compactMap { $0 })
  }

  /// Returns the heights of the two charts whose heights are free.
  private func freeHeights(_ height: Double) -> (bars: Double, timeline: Double) {
    let room = height - Self.captionHeight
    let free = room - Self.captionHeight - Self.gap
    if let map { return (free - map.height, 0) }
    guard hasTimeline else { return (room, 0) }
    let timeline = min((free * 0.44).rounded(), TimelineChart.usableHeight(data))
    return ((free - timeline).rounded(), timeline)
  }

  /// Returns the lower edge of charts below each other, with the gap after the last one.
  private static func bottom(of heights: [Double]) -> Double {
    heights.reduce(ReportHeader.firstTop) { $0 + captionHeight + $1 + gap }
  }

  private static func add(_ drawings: [SVGDrawing], x: Double, to content: inout SVGContent) {
    let font = ReportFont(size: 9, isBold: true)
    let x = ReportPage.margin + x
    var y = ReportHeader.firstTop
    for drawing in drawings {
      content.add(drawing.title, x: x, y: y + 6, font, "muted")
      content.add(drawing.group(x: x, y: y + captionHeight))
      y += captionHeight + drawing.height + gap
    }
  }
}
