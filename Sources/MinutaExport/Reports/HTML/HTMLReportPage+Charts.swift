/// The charts of the page.
extension HTMLReportPage {
  /// The bars with the shares beside them, then the hours or the calendar of days.
  var charts: String {
    if data.totalSeconds == 0 {
      return "<p>\(words.text("No time was recorded in this range.").htmlText)</p>\n"
    }
    let figures = [
      figure(.bars, width: 560, height: 190), figure(.shares, width: 250),
      figure(.timeline, width: 840, height: 170), figure(.heatMap, width: 840),
    ]
    return """
      <section class="charts" aria-label="\(words.text("Charts").htmlText)">
      <svg width="0" height="0" aria-hidden="true">\(ReportStyle.definitions)\(paints)</svg>
      \(figures.joined())</section>

      """
  }

  /// The patterns over the colors of the series, for the bars in tables.
  private var paints: String {
    let patterns = series.items.enumerated().map { index, item in
      item.mark == 0 ? "" : ReportStyle.pattern("s\(index)", item.mark, item.color)
    }
    return "<defs>\n\(patterns.joined())</defs>\n"
  }

  /// Returns the paint of a series in the bars of tables.
  func paint(ofSeries index: Int) -> String {
    let item = series.items[index]
    return item.mark == 0 ? item.color : "url(#s\(index))"
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
