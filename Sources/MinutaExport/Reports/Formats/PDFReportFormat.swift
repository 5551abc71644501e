/// The pages of `SVGReportFormat` as a PDF file.
package enum PDFReportFormat: ReportFormat {
  package static let name = "pdf"
  package static let fileExtension = "pdf"
  package static let commentLimit = SVGReportFormat.commentLimit
  package static let conversion: ReportConversion? = .pdf

  package static func text(of data: ReportData, _ options: ReportOptions) -> String {
    SVGReportFormat.text(of: data, options)
  }
}
