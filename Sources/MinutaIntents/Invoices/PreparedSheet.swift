import IntentKit
import MinutaExport

/// A sheet with the file that another program made of it.
struct PreparedSheet: Sendable {
  let sheet: Sheet
  let format: SheetFormat
  let bytes: [UInt8]

  init(_ sheet: Sheet, _ format: SheetFormat, by service: any ReportService) throws(Failure) {
    (self.sheet, self.format) = (sheet, format)
    bytes = try format.bytes(of: sheet, by: service)
  }
}

extension SheetFormat {
  /// Returns the file of a sheet.
  func bytes(of sheet: Sheet, by service: any ReportService) throws(Failure) -> [UInt8] {
    guard let conversion else { return Array(text(of: sheet).utf8) }
    do throws(ReportError) {
      // A picture has all pages; a program makes it from one drawing.
      let pages = conversion == .pdf ? pages(of: sheet) : [text(of: sheet)]
      return try service.convert(pages, to: conversion)
    } catch {
      throw error.failure
    }
  }
}
