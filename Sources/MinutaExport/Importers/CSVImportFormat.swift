/// A CSV file of any program, whose columns are given, or guessed from their names.
package enum CSVImportFormat: ImportFormat {
  package static let name = "csv"
  package static let title = "CSV"

  package static func files(in paths: [String]) -> [String] {
    paths.filter { $0.lowercased().hasSuffix(".csv") }.sorted()
  }

  /// Whether the names of the columns allow a guess; other formats may recognize the file, too.
  package static func recognizes(_ sample: FileSample) -> Bool {
    guard let header = sample.csvHeader else { return false }
    return header.names.count > 1 && hasRecords(sample)
  }

  /// Whether one of the first rows is a record, or there are no rows.
  private static func hasRecords(_ sample: FileSample) -> Bool {
    let file = ImportFile(name: sample.fileName, bytes: sample.bytes)
    do throws(FormatError) {
      var reader = try TableReader.reader(of: file, nil, ImportOptions())
      guard var item = try reader.next() else { return true }
      for _ in 0..<20 {
        switch item {
        case .record, .skipped(_, .running), .invalid(_, .encoding): return true
        case .skipped, .invalid: break
        }
        guard let next = try reader.next() else { return false }
        item = next
      }
      return false
    } catch {
      guard case .ambiguousDates = error else { return false }
      return true
    }
  }

  package static func reader(
    of file: ImportFile,
    _ options: ImportOptions
  ) throws(FormatError) -> any ImportReader {
    if try CSVHeader(of: file, separator: nil)?.names.starts(with: ExportProfile.daySheet.titles)
      == true
    {
      throw .unreadable(file: file.name, reason: "it is a day sheet, which has no records")
    }
    let reader = try TableReader.reader(of: file, options.profile, options)
    try (reader as? TableReader)?.requireTexts(assigned: options.columns)
    return reader
  }
}
