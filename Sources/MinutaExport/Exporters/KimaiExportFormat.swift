import MinutaCore

/// A CSV file that Kimai's importer takes.
///
/// The tag's path is customer, project and activity.
package enum KimaiExportFormat: ExportFormat {
  package static let name = "kimai"
  package static let title = "Kimai"
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
        "Date", "From", "To", "Duration", "User", "Email", "Customer", "Project", "Activity",
        "Description", "Tags", "Billable",
      ]
      CSVWriter.append(columns, to: &output)
    }

    mutating func add(_ record: ExportedRecord, to output: inout [UInt8]) {
      guard let row = TimesheetRow(record, options, &omissions) else { return }
      // The row has one date. Kimai takes an end before the start for one on the next day.
      let shown = row.end.utcSeconds - row.start.utcSeconds
      if shown >= 86_400 { omissions.count(.longRecords) }
      if row.path.count < 3 { omissions.count(.emptyNames) }
      let (customer, project, activity) = Self.names(row.path)
      let cells = [
        row.start.dateText, row.start.secondText, row.end.secondText, String(record.seconds),
        row.user.name, row.user.email, customer, project, activity, row.text,
        row.tags.joined(separator: ","), row.isBillable ? "1" : "0",
      ]
      CSVWriter.append(cells, to: &output)
    }

    /// Returns the names of a record's customer, project and activity, none of which may be empty.
    private static func names(_ path: [String]) -> (String, String, String) {
      (
        path.count > 1 ? path[0] : "No customer",
        path.prefix(2).last ?? "No project",
        path.count > 2 ? path.dropFirst(2).joined(separator: "/") : "No activity"
      )
    }
  }
}
