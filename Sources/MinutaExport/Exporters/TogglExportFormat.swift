import MinutaCore

/// A CSV file as Toggl Track's detailed report, which its importer takes.
///
/// The tag's path is client, project and task.
package enum TogglExportFormat: ExportFormat {
  package static let name = "toggl"
  package static let title = "Toggl Track"
  package static let fileExtension = "csv"
  package static let hasDurations = true
  package static let hasUser = true

  package static func writer(_ options: ExportOptions) -> any ExportWriter {
    Writer(options: options)
  }

  private struct Writer: ExportWriter {
    let options: ExportOptions
    var omissions = Omissions()

    func begin(_ output: inout [UInt8]) {
      let columns = [
        "User", "Email", "Client", "Project", "Task", "Description", "Billable", "Start date",
        "Start time", "End date", "End time", "Duration", "Tags",
      ]
      CSVWriter.append(columns, to: &output)
    }

    mutating func add(_ record: ExportedRecord, to output: inout [UInt8]) {
      guard let row = TimesheetRow(record, options, &omissions) else { return }
      let path = row.path
      let cells = [
        row.user.name, row.user.email, path.count > 1 ? path[0] : "",
        path.prefix(2).last ?? "", path.dropFirst(2).joined(separator: "/"), row.text,
        row.isBillable ? "Yes" : "No", row.start.dateText, row.start.secondText,
        row.end.dateText, row.end.secondText, DurationText.clock(record.seconds),
        row.tags.joined(separator: ", "),
      ]
      CSVWriter.append(cells, to: &output)
    }
  }
}
