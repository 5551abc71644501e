/// A drawing of the report: pages with charts and comments.
package enum SVGReportFormat: ReportFormat {
  package static let name = "svg"
  package static let mediaType = "image/svg+xml"
  package static let commentLimit = 500

  package static func text(of data: ReportData, _ options: ReportOptions) -> String {
    SVGReportRenderer.render(data, options)
  }
}

/// A format into which another program converts the pages of `SVGReportFormat`.
package protocol ConvertedReportFormat: ReportFormat {}

extension ConvertedReportFormat {
  package static var commentLimit: Int { SVGReportFormat.commentLimit }

  package static func text(of data: ReportData, _ options: ReportOptions) -> String {
    SVGReportFormat.text(of: data, options)
  }
}
