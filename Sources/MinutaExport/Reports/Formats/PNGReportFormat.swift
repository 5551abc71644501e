/// The pages of `SVGReportFormat` as one picture.
package enum PNGReportFormat: ReportFormat {
  package static let name = "png"
  package static let fileExtension = "png"
  package static let commentLimit = SVGReportFormat.commentLimit
  package static let conversion: ReportConversion? = .png

  package static func text(of data: ReportData, _ options: ReportOptions) -> String {
    SVGReportFormat.text(of: data, options)
  }
}
