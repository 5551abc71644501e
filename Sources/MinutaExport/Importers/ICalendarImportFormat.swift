/// A calendar file (RFC 5545), also one that `ICalendarWriter` wrote.
package enum ICalendarImportFormat: ImportFormat {
  package static let name = "icalendar"
  package static let otherNames = ["ics", "ical"]
  package static let title = "iCalendar"

  package static func recognizes(_ sample: FileSample) -> Bool {
    sample.firstLine.uppercased() == "BEGIN:VCALENDAR"
  }

  package static func files(in paths: [String]) -> [String] {
    paths.filter { $0.lowercased().hasSuffix(".ics") }.sorted()
  }

  package static func reader(
    of file: ImportFile,
    _ options: ImportOptions
  ) throws(FormatError) -> any ImportReader {
    // The events of KTimeTracker name their tasks by id only.
    if try FileSample(file).lines.contains(where: { $0.lowercased().contains("ktimetracker") }) {
      throw .unreadable(
        file: file.name,
        reason: "it is a file of KTimeTracker; export its history as CSV and import that"
      )
    }
    return ICalendarReader(file)
  }
}
