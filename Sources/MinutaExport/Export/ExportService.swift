/// Writes records in the formats of other programs.
package protocol ExportService: Sendable {
  /// Returns the format with a name.
  ///
  /// - Throws: `FormatError.unknownExportFormat`.
  func format(named name: String) throws(FormatError) -> any ExportFormat.Type
}

/// Writes records in the formats of `ExportFormats`.
package struct FormatExportService: ExportService {
  package init() {}

  package func format(named name: String) throws(FormatError) -> any ExportFormat.Type {
    guard let format = ExportFormats.named(name) else { throw .unknownExportFormat(name) }
    return format
  }
}
