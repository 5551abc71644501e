/// Draws a report as SVG pages of A4 in landscape.
package enum SVGReportRenderer {
  /// Returns one SVG file with all pages, one below the other.
  package static func render(_ data: ReportData, _ options: ReportOptions) -> String {
    file(data).text(pages: ReportPageSequence(data, options).pages)
  }

  /// Returns an SVG file for each page, for paper.
  package static func pages(_ data: ReportData, _ options: ReportOptions) -> [String] {
    ReportPageSequence(data, options).pages.map(file(data).text(page:))
  }

  private static func file(_ data: ReportData) -> SVGFile {
    SVGFile(
      width: ReportPage.width,
      height: ReportPage.height,
      title: data.title,
      description: description(of: data),
      definitions: ReportStyle.definitions
    )
  }

  private static func description(of data: ReportData) -> String {
    let total = ReportHeader.total(data)
    let tags = data.tags.prefix(3).map { $0.name ?? "untagged time" }.joined(separator: ", ")
    let most = tags.isEmpty ? "" : " Most of it: \(tags)."
    return "\(total) in \(data.dateRange).\(most)"
  }
}
