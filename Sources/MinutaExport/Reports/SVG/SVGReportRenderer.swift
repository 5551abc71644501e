/// Draws a report as SVG pages of A4 in landscape.
package enum SVGReportRenderer {
  /// Returns one SVG file with all pages, one below the other.
  package static func render(_ data: ReportData, _ options: ReportOptions) -> String {
    let pages = ReportPageSequence(data, options).pages
    let height = Double(pages.count) * (ReportPage.height + ReportPage.gap) - ReportPage.gap
    var content =
      "<rect width=\"\(ReportPage.width.svg)\" height=\"\(height.svg)\" class=\"track\"/>\n"
    for (index, page) in pages.enumerated() {
      let y = Double(index) * (ReportPage.height + ReportPage.gap)
      content += "<g transform=\"translate(0 \(y.svg))\">\n\(page)</g>\n"
    }
    return file(content, data, height: height, css: ReportStyle.adaptiveCSS)
  }

  /// Returns an SVG file for each page, for paper.
  package static func pages(_ data: ReportData, _ options: ReportOptions) -> [String] {
    ReportPageSequence(data, options).pages.map { page in
      file(page, data, height: ReportPage.height, css: ReportStyle.css)
    }
  }

  private static func file(
    _ content: String,
    _ data: ReportData,
    height: Double,
    css: String
  ) -> String {
    let size = "\(ReportPage.width.svg) \(height.svg)"
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(size)" \
      width="\(ReportPage.width.svg)pt" height="\(height.svg)pt" role="img" \
      aria-labelledby="title description">
      <title id="title">\(data.title.svgEscaped)</title>
      <desc id="description">\(description(of: data).svgEscaped)</desc>
      <style>
      \(css)</style>
      \(ReportStyle.definitions)\(content)</svg>

      """
  }

  private static func description(of data: ReportData) -> String {
    let total = ReportHeader.total(data)
    let tags = data.tags.prefix(3).map { $0.name ?? "untagged time" }.joined(separator: ", ")
    let most = tags.isEmpty ? "" : " Most of it: \(tags)."
    return "\(total) in \(data.dateRange).\(most)"
  }
}
