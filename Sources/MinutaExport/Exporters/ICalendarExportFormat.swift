/// A calendar file (RFC 5545) with an event for each record.
package enum ICalendarExportFormat: ExportFormat {
  package static let name = "icalendar"
  package static let otherNames = ["ics", "ical"]
  package static let title = "iCalendar"
  package static let fileExtension = "ics"

  package static func writer(_ options: ExportOptions) -> any ExportWriter { ICalendarWriter() }
}
