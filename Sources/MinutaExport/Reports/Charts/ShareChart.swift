import MinutaCore

/// The tags with their colors, durations and shares: the legend of the other charts.
struct ShareChart {
  private let total: Int
  private let items: [ChartSeries.Item]
  private let title: String
  private let locale: ReportLocale
  private let words: ReportWords
  private let width: Double

  private static let rowHeight = 23.0

  /// Creates the chart of the tags; nil if there are none.
  init?(_ data: ReportData, _ options: ReportOptions, width: Double) {
    if data.totalSeconds == 0 || options.hidden.contains(.tags) { return nil }
    self.init(ChartSeries(data.tags, options.words), data, options, width)
  }

  /// Creates the chart of the first levels of the tags' names; nil if it would be the same as that of
  /// the tags.
  init?(groupsOf data: ReportData, _ options: ReportOptions, width: Double) {
    if data.totalSeconds == 0 || options.hidden.contains(.tags) { return nil }
    let groups = ChartSeries(data.tags, options.words, byFirstLevel: true)
    if groups.items.count == ChartSeries(data.tags).items.count { return nil }
    self.init(groups, data, options, width)
  }

  private init(
    _ series: ChartSeries,
    _ data: ReportData,
    _ options: ReportOptions,
    _ width: Double
  ) {
    (items, self.width) = (series.items, width)
    words = options.words
    title = words.text(series.isGrouped ? "Share of each first level" : "Share of each tag")
    total = data.totalSeconds
    locale = ReportLocale(options.locale)
  }

  var drawing: SVGDrawing {
    var content = SVGContent()
    let shares = Rounding.distribute(100, over: items.map(\.seconds))
    for (index, item) in items.enumerated() {
      add(item, shares[index], y: Double(index) * Self.rowHeight, to: &content)
    }
    let names = items.prefix(3).map(\.name).joined(separator: ", ")
    return SVGDrawing(
      width: width,
      height: Double(items.count) * Self.rowHeight,
      title: title,
      description: words.text("The most time: {names}.", ["{names}": names]),
      content: content.text
    )
  }

  private func add(
    _ item: ChartSeries.Item,
    _ share: Int,
    y: Double,
    to content: inout SVGContent
  ) {
    let (font, bold) = (ReportFont(size: 9), ReportFont(size: 9, isBold: true))
    let percent = locale.share(share, ofSeconds: item.seconds)
    let time = DurationFormat.text(seconds: item.seconds)
    let right = width - 30
    content.add(SVGBox(x: 0, y: y + 1, width: 9, height: 9), of: item, radius: 1.5)
    let room = right - bold.width(time) - 8 - 14
    content.add(font.fittedName(item.name, to: room), x: 14, y: y + 9, font)
    content.add(time, x: right, y: y + 9, bold, "ink", .end)
    content.add(percent, x: width, y: y + 9, font, "muted", .end)
    let part = max(0.5, (width - 14) * (Double(item.seconds) / Double(total)))
    for (width, style) in [(width - 14, "track"), (part, item.color)] {
      content.add(SVGBox(x: 14, y: y + 13.5, width: width, height: 3), style, radius: 1.5)
    }
  }
}
