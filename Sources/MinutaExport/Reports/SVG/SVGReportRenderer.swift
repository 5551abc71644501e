/// Draws a report as SVG pages of A4 in landscape.
enum SVGReportRenderer {
  /// - Parameter limit: the maximum number of pages; the last one says how many are left out.
  static func file(_ data: ReportData, _ options: ReportOptions, limit: Int = .max) -> SVGFile {
    SVGFile(
      width: ReportPage.width,
      height: ReportPage.height,
      title: data.title,
      description: description(of: data, options.words),
      definitions: ReportStyle.definitions,
      pages: ReportPageSequence(data, options, limit: limit).pages
    )
  }

  private static func description(of data: ReportData, _ words: ReportWords) -> String {
    let total = words.text(
      "{total} in {range}.",
      ["{total}": ReportHeader.total(data), "{range}": data.dateRange]
    )
    if data.tags.isEmpty { return total }
    let names = data.tags.prefix(3).map { $0.name ?? words.text("Untagged") }
    let list = names.joined(separator: ", ")
    return "\(total) \(words.text("The most time: {names}.", ["{names}": list]))"
  }
}
