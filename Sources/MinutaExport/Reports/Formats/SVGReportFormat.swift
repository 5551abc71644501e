/// A drawing of the report: pages with charts and comments.
package enum SVGReportFormat: ReportFormat {
  package static let name = "svg"
  package static let mediaType = "image/svg+xml"
  /// To read and draw so many comments takes about a second, and they fill some 200 pages.
  package static let commentedRecordLimit = 10_000

  package static func text(of data: ReportData, _ options: ReportOptions) -> String {
    SVGReportRenderer.render(data, options)
  }
}

/// A format into which another program converts the pages of `SVGReportFormat`.
package protocol ConvertedReportFormat: ReportFormat {}

extension ConvertedReportFormat {
  package static var commentedRecordLimit: Int { SVGReportFormat.commentedRecordLimit }

  package static func text(of data: ReportData, _ options: ReportOptions) -> String {
    SVGReportFormat.text(of: data, options)
  }
}
