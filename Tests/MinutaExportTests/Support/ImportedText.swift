import Foundation
import MinutaCore
import MinutaExport
import MinutaTestSupport
import Testing

/// Imports and exports files in memory.
enum Exchange {
  /// The time zone of the tests, in which days may have 23 or 25 hours.
  static let days = LocalCalendar(timeZone: TimeZone(identifier: "Europe/Berlin") ?? .gmt)

  /// Returns the records in a file.
  static func records(
    in bytes: [UInt8],
    as format: any ImportFormat.Type,
    named name: String = "file",
    options: ImportOptions = ImportOptions()
  ) throws -> [RecordToImport] {
    var request = ImportRequest(files: [ImportFile(name: name, bytes: bytes)], days: days)
    request.format = format
    request.options = options
    var sequence = FileImportService().records(of: request, as: format)
    var records: [RecordToImport] = []
    while let record = try sequence.next() { records.append(record) }
    return records
  }

  /// Returns a file with the records, and the kinds of data that it doesn't have.
  static func file(
    _ records: [ExportedRecord],
    as format: ExportFormat,
    options: ExportOptions = ExportOptions(days: days)
  ) throws -> (text: String, omissions: Omissions) {
    var writer = try format.writer(options)
    var output: [UInt8] = []
    writer.begin(&output)
    for record in records { writer.add(record, to: &output) }
    writer.end(&output)
    return (String(decoding: output, as: UTF8.self), writer.omissions)
  }

  /// Returns a file in a format that is named as on the command line, with the columns of a table.
  static func file(
    _ records: [ExportedRecord],
    as name: String,
    options: ExportOptions = ExportOptions(days: days),
    columns: [String]? = nil
  ) throws -> (text: String, omissions: Omissions) {
    var options = options
    options.columns = columns ?? options.columns
    return try file(records, as: #require(ExportFormats.named(name)), options: options)
  }

  /// Returns imported records as records to export, sorted by start.
  static func exported(_ records: [RecordToImport]) -> [ExportedRecord] {
    records.sorted { ($0.start, $0.line) < ($1.start, $1.line) }.map { record in
      let stored = TimeRecord(
        id: record.id,
        startTime: record.start,
        endTime: record.end,
        comment: record.comment,
        timeZone: record.timeZone
      )
      return ExportedRecord(stored, tag: record.tag, seconds: record.seconds)
    }
  }
}
