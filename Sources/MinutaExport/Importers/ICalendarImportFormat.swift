/// A calendar file (RFC 5545), also one that `ICalendarExportFormat` wrote.
package enum ICalendarImportFormat: ImportFormat {
  package static let name = "icalendar"
  package static let title = "iCalendar"

  package static func recognizes(_ sample: FileSample) -> Bool {
    // The tasks and times of KTimeTracker are in a file of their own kind.
    sample.firstLine.uppercased() == "BEGIN:VCALENDAR"
      && !sample.lines.contains { $0.lowercased().contains("ktimetracker") }
  }

  package static func files(in paths: [String]) -> [String] {
    paths.filter { $0.lowercased().hasSuffix(".ics") }.sorted()
  }

  package static func reader(
    of file: ImportFile,
    _ options: ImportOptions
  ) -> any ImportReader {
    ICalendarReader(file)
  }
}
