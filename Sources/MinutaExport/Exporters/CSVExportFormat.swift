import MinutaCore

/// A CSV file with the columns of the original Minuta, or with selected ones.
package enum CSVExportFormat: ExportFormat {
  package static let name = "csv"
  package static let title = "CSV"
  package static let fileExtension = "csv"
  package static let hasDurations = true
  package static let hasColumns = true

  package static func writer(
    _ options: ExportOptions
  ) throws(FormatError) -> any ExportWriter {
    Writer(columns: try RecordColumn.columns(options), options: options)
  }

  private struct Writer: ExportWriter {
    let columns: [RecordColumn]
    let options: ExportOptions
    var omissions = Omissions()

    func begin(_ output: inout [UInt8]) {
      CSVWriter.append(columns.map(\.title), to: &output)
    }

    mutating func add(_ record: ExportedRecord, to output: inout [UInt8]) {
      let start = options.time(at: record.record.startTime)
      let end = record.record.endTime.map { options.time(at: $0) }
      var filter = ControlCharacterFilter(keepsCarriageReturns: true)
      CSVWriter.append(columns.map { filter.text(cell($0, record, start, end)) }, to: &output)
      if filter.hasRemoved { omissions.count(.characters) }
      omissions.countImages(of: record)
      let hasSeconds = start.second != 0 || end.map { $0.second != 0 } == true
      if hasSeconds, !columns.contains(.startUTC) || !columns.contains(.endUTC) {
        omissions.count(.seconds)
      }
      if !columns.contains(.timeZone) { omissions.countTimeZone(of: record, options) }
    }

    private func cell(
      _ column: RecordColumn,
      _ record: ExportedRecord,
      _ start: CivilTime,
      _ end: CivilTime?
    ) -> String {
      let showsDate = columns.showDates(from: start, to: end ?? start)
      // With the date and a length, the original Minuta has only the time of day of the end.
      let hasEndDate = columns.contains(.date) && columns.contains(where: \.isLength)
      return switch column {
      case .date: start.dateText
      case .start: text(of: start, showsDate: showsDate.start)
      case .end: end.map { text(of: $0, showsDate: showsDate.end && !hasEndDate) } ?? ""
      case .duration where !options.usesDecimalHours: DurationText.minutes(record.seconds)
      case .duration: record.text(.hours)
      default: record.text(column)
      }
    }

    private func text(of time: CivilTime, showsDate: Bool) -> String {
      showsDate ? "\(time.dateText) \(time.minuteText)" : time.minuteText
    }
  }
}
