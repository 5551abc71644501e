/// A drawing of the report: pages with charts and comments.
package enum SVGReportFormat: ReportFormat {
  package static let name = "svg"
  package static let fileExtension = "svg"
  package static let commentLimit = 500

  package static func text(of data: ReportData, _ options: ReportOptions) -> String {
    SVGReportRenderer.render(data, options)
  }
}
