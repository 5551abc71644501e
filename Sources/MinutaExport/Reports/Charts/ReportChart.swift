/// A chart of a report, as a part of an SVG file or of an HTML page.
///
/// Its colors are the classes of `ReportStyle.css`, which the file or page must contain.
package enum ReportChart: String, Sendable, CaseIterable {
  /// A bar for each day, week, month or year, divided by tag.
  case bars
  /// The hours of each day in which timers ran.
  case timeline
  /// A square for each day of a year, darker the more time it has.
  case heatMap
  /// The share of each tag.
  case shares
  /// The share of each first level of the tags' names.
  case groups
  /// The time done and due.
  case balance

  /// Draws the chart.
  ///
  /// - Parameters:
  ///   - width: the width in points; the height follows from the content.
  ///   - height: the height to fill, for charts whose height is free.
  /// - Returns: Nil if the chart doesn't suit the report, such as a heat map of one week.
  package func drawing(
    of data: ReportData,
    _ options: ReportOptions,
    width: Double,
    height: Double = 160
  ) -> SVGDrawing? {
    switch self {
    case .bars: StackedBarChart(data, options, width: width, height: height)?.drawing
    case .timeline: TimelineChart(data, options, width: width, height: height)?.drawing
    case .heatMap: YearHeatMap(data, options, width: width)?.drawing
    case .shares: ShareChart(data, options, width: width)?.drawing
    case .groups: ShareChart(groupsOf: data, options, width: width)?.drawing
    case .balance: BalanceChart(data, options, width: width)?.drawing
    }
  }
}
