/// The list of formats in which reports can be written.
package enum ReportFormats {
  /// All formats, in alphabetical order of their types.
  package static let all: [any ReportFormat.Type] = [
    HTMLReportFormat.self,
    MarkdownReportFormat.self,
    PDFReportFormat.self,
    PNGReportFormat.self,
    SVGReportFormat.self,
    TextReportFormat.self,
  ]

  /// Returns the format with a name; nil if there is none.
  package static func named(_ name: String) -> (any ReportFormat.Type)? {
    all.first { $0.name == name.lowercased() }
  }
}
