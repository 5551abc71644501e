import IntentKit
import MinutaExport

extension IntentContext {
  /// Returns the file of a sheet.
  func bytes(of sheet: Sheet, as format: SheetFormat) throws(Failure) -> [UInt8] {
    guard let conversion = format.conversion else { return Array(format.text(of: sheet).utf8) }
    do throws(ReportError) {
      return try reportService.convert(format.pages(of: sheet), to: conversion)
    } catch {
      throw error.failure
    }
  }
}
