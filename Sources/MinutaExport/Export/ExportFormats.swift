/// The list of formats that records can be written in.
package enum ExportFormats {
  /// All formats, in alphabetical order of their names.
  package static let all: [ExportFormat] = [
    .csv, .daySheet, .html, .iCalendar, .json, .jsonLines, .kimai, .klog, .markdown, .org,
    .timeclock,
    .timewarrior, .toggl, .watson,
  ]

  /// Returns the format with a name; nil if there is none.
  package static func named(_ name: String) -> ExportFormat? {
    all.first { ([$0.name] + $0.otherNames).contains(name.lowercased()) }
  }
}
