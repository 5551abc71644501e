/// The pages of `SVGReportFormat` as one picture.
package enum PNGReportFormat: ConvertedReportFormat {
  package static let name = "png"
  package static let mediaType = "image/png"
  package static let conversion: ReportConversion? = .png

  /// The maximum number of pages in a picture.
  ///
  /// Programs draw pictures of at most 32,767 rows, and a page has 1,214 of them with its margin.
  package static let pageLimit = 25
}
