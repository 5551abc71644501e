/// The pages of `SVGReportFormat` as one picture.
package enum PNGReportFormat: ConvertedReportFormat {
  package static let name = "png"
  package static let mediaType = "image/png"
  package static let conversion: ReportConversion? = .png
}
