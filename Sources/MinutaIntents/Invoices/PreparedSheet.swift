import IntentKit
import MinutaExport

/// A sheet with the file that another program made of it.
struct PreparedSheet: Sendable {
  let sheet: Sheet
  let format: ReportFormat
  let bytes: [UInt8]

  init(_ sheet: Sheet, _ format: ReportFormat, by service: any ReportService) throws(Failure) {
    (self.sheet, self.format) = (sheet, format)
    bytes = try format.bytes(of: sheet, by: service)
  }
}

extension ReportFormat {
  /// Returns the file of a sheet.
  func bytes(of sheet: Sheet, by service: any ReportService) throws(Failure) -> [UInt8] {
    guard let conversion else { return Array(text(of: sheet).utf8) }
    return try service.file(conversion.pages(of: sheet), conversion)
  }
}
