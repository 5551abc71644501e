/// The pages of `SVGReportFormat` as a PDF file.
package enum PDFReportFormat: ConvertedReportFormat {
  package static let name = "pdf"
  package static let mediaType = "application/pdf"
  package static let conversion: ReportConversion? = .pdf
}
