import MinutaCore

/// A CSV file with the columns of the original Minuta, or with selected ones.
package enum CSVExportFormat: ExportFormat {
  package static let name = "csv"
  package static let title = "CSV"
  package static let fileExtension = "csv"
  package static let hasDurations = true

  package static func writer(
    _ options: ExportOptions
  ) throws(FormatError) -> any ExportWriter {
    let columns = try options.columns.map(CSVColumn.columns(named:)) ?? CSVColumn.usual
    return Writer(columns: columns, options: options)
  }

  private struct Writer: ExportWriter {
    let columns: [CSVColumn]
    let options: ExportOptions
    var omissions = Omissions()

    func begin(_ output: inout [UInt8]) {
      CSVWriter.append(columns.map(\.title), to: &output)
    }

    mutating func add(_ record: ExportedRecord, to output: inout [UInt8]) {
      let start = options.time(at: record.record.startTime)
      let end = record.record.endTime.map { options.time(at: $0) }
      CSVWriter.append(columns.map { cell($0, record, start, end) }, to: &output)
      omissions.countImages(of: record)
      let hasSeconds = start.second != 0 || end.map { $0.second != 0 } == true
      if hasSeconds, !columns.contains(.startUTC) || !columns.contains(.endUTC) {
        omissions.count(.seconds)
      }
      if !columns.contains(.timeZone) { omissions.countTimeZone(of: record, options) }
    }

    private func cell(
      _ column: CSVColumn,
      _ record: ExportedRecord,
      _ start: CivilTime,
      _ end: CivilTime?
    ) -> String {
      let path = record.path
      return switch column {
      case .date: start.dateText
      case .start: start.minuteText
      case .end: end?.minuteText ?? ""
      case .duration where !options.usesDecimalHours: DurationText.minutes(record.seconds)
      case .hours, .duration: DurationText.hours(record.seconds)
      case .seconds: String(record.seconds)
      case .tag: record.tag ?? ""
      case .client: path.count > 1 ? path[0] : ""
      case .project: path.prefix(2).last ?? ""
      case .task: path.dropFirst(2).joined(separator: "/")
      case .comment: record.record.comment ?? ""
      case .labels: labels(of: record)
      case .id: record.record.id.text
      case .timeZone: record.record.timeZone ?? ""
      case .startUTC: Timestamp.text(record.record.startTime)
      case .endUTC: record.record.endTime.map(Timestamp.text) ?? ""
      }
    }

    private func labels(of record: ExportedRecord) -> String {
      record.labels.map(\.word).joined(separator: " ")
    }
  }
}
