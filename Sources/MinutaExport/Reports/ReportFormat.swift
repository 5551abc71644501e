/// A format in which a report, or a sheet such as an invoice, can be written.
package enum ReportFormat: String, Codable, Sendable, CaseIterable {
  /// A page for browsers.
  case html
  case md
  case pdf
  case png
  /// A drawing of the pages.
  case svg
  /// Plain text for a terminal or an email.
  case text

  /// The usual extension of file names, without a dot.
  package var fileExtension: String { self == .text ? "txt" : rawValue }

  package var mediaType: String {
    switch self {
    case .html: "text/html"
    case .md: "text/markdown"
    case .pdf: "application/pdf"
    case .png: "image/png"
    case .svg: "image/svg+xml"
    case .text: "text/plain"
    }
  }

  /// Whether a report lists the records themselves.
  package var listsRecords: Bool { self == .html }

  /// The maximum number of records whose comments are in a report; if there are more records, it has
  /// none of their comments.
  package var commentedRecordLimit: Int {
    self == .svg || conversion != nil ? Self.drawnCommentLimit : .max
  }

  /// To read and draw so many comments takes about a second, and they fill some 200 pages.
  package static let drawnCommentLimit = 10_000

  /// The file type into which another program converts SVG pages; nil if `text` is the file.
  package var conversion: ReportConversion? { ReportConversion(rawValue: rawValue) }

  /// Returns the file of a report; that of a format with a conversion is a drawing.
  package func text(of data: ReportData, _ options: ReportOptions) -> String {
    switch self {
    case .html: HTMLReport.text(of: data, options)
    case .md: MarkdownReport.text(of: data, options)
    case .text: TextReport.text(of: data, options)
    case .pdf, .png, .svg: SVGReportRenderer.file(data, options).text
    }
  }

  /// Returns the file of a sheet; that of a format with a conversion is a drawing.
  package func text(of sheet: Sheet) -> String {
    let sheet = sheet.printable
    return switch self {
    case .html: SheetHTML.text(of: sheet)
    case .md: SheetMarkdown.text(of: sheet)
    case .text: SheetText.text(of: sheet)
    case .pdf, .png, .svg: SheetDrawing.file(of: sheet).text
    }
  }
}

/// A file type that another program makes from SVG pages.
package enum ReportConversion: String, Sendable {
  case pdf
  /// A picture, which is made from one drawing of all pages.
  case png

  /// The maximum number of pages in the picture of a report.
  ///
  /// Programs draw pictures of at most 32,767 rows, and a page has 1,214 of them with its margin.
  package static let pageLimit = 25

  /// Returns the drawings of a report.
  package func pages(of data: ReportData, _ options: ReportOptions) -> [String] {
    let limit = self == .png ? Self.pageLimit : .max
    return drawings(SVGReportRenderer.file(data, options, limit: limit))
  }

  /// Returns the drawings of a sheet.
  package func pages(of sheet: Sheet) -> [String] {
    drawings(SheetDrawing.file(of: sheet.printable))
  }

  private func drawings(_ file: SVGFile) -> [String] { self == .pdf ? file.files : [file.text] }
}
