/// The list of formats that records can be written in.
package enum ExportFormats {
  /// All formats, in alphabetical order of their types.
  package static let all: [any ExportFormat.Type] = [
    CSVExportFormat.self,
    DaySheetExportFormat.self,
    HTMLExportFormat.self,
    ICalendarExportFormat.self,
    JSONExportFormat.self,
    JSONLinesExportFormat.self,
    KimaiExportFormat.self,
    KlogExportFormat.self,
    MarkdownExportFormat.self,
    OrgExportFormat.self,
    TimeclockExportFormat.self,
    TimewarriorExportFormat.self,
    TogglExportFormat.self,
    WatsonExportFormat.self,
  ]

  /// Returns the format with a name; nil if there is none.
  package static func named(_ name: String) -> (any ExportFormat.Type)? {
    all.first { ([$0.name] + $0.otherNames).contains(name.lowercased()) }
  }
}
