/// Draws a report as SVG pages of A4 in landscape.
package enum SVGReportRenderer {
  /// Returns one SVG file with all pages, one below the other.
  ///
  /// - Parameter limit: the maximum number of pages; the last one says how many are left out.
  package static func render(
    _ data: ReportData,
    _ options: ReportOptions,
    limit: Int = .max
  ) -> String {
    file(data, options).text(pages: ReportPageSequence(data, options, limit: limit).pages)
  }

  /// Returns an SVG file for each page, for paper.
  package static func pages(_ data: ReportData, _ options: ReportOptions) -> [String] {
    ReportPageSequence(data, options).pages.map(file(data, options).text(page:))
  }

  private static func file(_ data: ReportData, _ options: ReportOptions) -> SVGFile {
    SVGFile(
      width: ReportPage.width,
      height: ReportPage.height,
      title: data.title,
      description: description(of: data, options.words),
      definitions: ReportStyle.definitions
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
