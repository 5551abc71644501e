/// The list of formats that can be imported.
package enum ImportFormats {
  /// All formats, in alphabetical order of their types.
  package static let all: [any ImportFormat.Type] = [
    CSVImportFormat.self,
    ClockifyImportFormat.self,
    HEYImportFormat.self,
    HarvestImportFormat.self,
    ICalendarImportFormat.self,
    JSONImportFormat.self,
    JSONLinesImportFormat.self,
    KlogImportFormat.self,
    OrgImportFormat.self,
    TimeclockImportFormat.self,
    TimewarriorImportFormat.self,
    TogglImportFormat.self,
    WatsonImportFormat.self,
  ]

  /// Returns the format of a file with this beginning; nil if none recognizes it.
  ///
  /// The header of a table decides first, because its cells may have lines of any other format.
  package static func recognized(_ sample: FileSample) -> (any ImportFormat.Type)? {
    let programs = all.filter { $0 is any TableImportFormat.Type }
    let others = all.filter { !($0 is any TableImportFormat.Type) && $0 != CSVImportFormat.self }
    return (programs + [CSVImportFormat.self] + others).first { $0.recognizes(sample) }
  }

  /// Returns the format with a name; nil if there is none.
  package static func named(_ name: String) -> (any ImportFormat.Type)? {
    all.first { ([$0.name] + $0.otherNames).contains(name.lowercased()) }
  }
}
