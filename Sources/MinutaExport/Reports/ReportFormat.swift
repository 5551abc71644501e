/// A format in which a report can be written.
package protocol ReportFormat: Sendable {
  /// The name on the command line, such as `svg`.
  static var name: String { get }

  /// The usual extension of file names, without a dot.
  static var fileExtension: String { get }

  /// The media type of the files.
  static var mediaType: String { get }

  /// Whether the format lists the records themselves.
  static var listsRecords: Bool { get }

  /// The maximum number of records whose comments are in the report; if there are more records, it
  /// has none of their comments.
  static var commentedRecordLimit: Int { get }

  /// The file type into which another program converts the SVG pages; nil if `text` is the file.
  static var conversion: ReportConversion? { get }

  /// Returns the file for a report.
  static func text(of data: ReportData, _ options: ReportOptions) -> String
}

extension ReportFormat {
  package static var fileExtension: String { name }
  package static var listsRecords: Bool { false }
  package static var commentedRecordLimit: Int { .max }
  package static var conversion: ReportConversion? { nil }
}

/// A file type that another program makes from the SVG pages of a report.
package enum ReportConversion: String, Sendable {
  case pdf
  case png
}
