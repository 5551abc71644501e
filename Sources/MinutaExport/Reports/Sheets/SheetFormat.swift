/// A format in which a sheet can be written.
package enum SheetFormat: String, Codable, Sendable, CaseIterable {
  case html
  case md
  case pdf
  case png
  case svg
  case text

  /// The file type into which another program converts the SVG pages; nil if `text` is the file.
  package var conversion: ReportConversion? { ReportConversion(rawValue: rawValue) }

  /// Returns an SVG file for each page of a sheet.
  package func pages(of sheet: Sheet) -> [String] { SheetDrawing.pages(of: sheet) }

  /// Returns the file of a sheet; that of a format with a conversion is an SVG drawing.
  package func text(of sheet: Sheet) -> String {
    let sheet = sheet.printable
    return switch self {
    case .html: SheetHTML.text(of: sheet)
    case .md: SheetMarkdown.text(of: sheet)
    case .text: SheetText.text(of: sheet)
    case .pdf, .png, .svg: SheetDrawing.text(of: sheet)
    }
  }
}
