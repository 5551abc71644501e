import IntentKit
import MinutaExport

extension IntentContext {
  /// Returns the file of a sheet.
  func bytes(of sheet: Sheet, as format: SheetFormat) throws(Failure) -> [UInt8] {
    guard let conversion = format.conversion else { return Array(format.text(of: sheet).utf8) }
    do throws(ReportError) {
      // A picture has all pages; a program makes it from one drawing.
      let pages = conversion == .pdf ? format.pages(of: sheet) : [format.text(of: sheet)]
      return try reportService.convert(pages, to: conversion)
    } catch {
      throw error.failure
    }
  }
}
