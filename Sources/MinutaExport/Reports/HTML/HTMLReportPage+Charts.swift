/// The charts of the page.
extension HTMLReportPage {
  /// The bars with the shares beside them, then the hours or the calendar of days.
  var charts: String {
    if data.totalSeconds == 0 { return "<p>No time was recorded in this range.</p>\n" }
    let figures = [
      figure(.bars, width: 560, height: 190), figure(.shares, width: 250),
      figure(.timeline, width: 840, height: 170), figure(.heatMap, width: 840),
    ]
    return """
      <section class="charts" aria-label="Charts">
      <svg width="0" height="0" aria-hidden="true">\(ReportStyle.definitions)</svg>
      \(figures.joined())</section>

      """
  }

  /// Returns a chart with its title; it scrolls sideways on a screen that is too narrow for it.
  private func figure(_ chart: ReportChart, width: Double, height: Double = 160) -> String {
    guard let drawing = chart.drawing(of: data, options, width: width, height: height) else {
      return ""
    }
    return """
      <figure class="\(chart.rawValue)">
      <figcaption>\(drawing.title.htmlText)</figcaption>
      <div>\(drawing.element)</div>
      </figure>

      """
  }
}
