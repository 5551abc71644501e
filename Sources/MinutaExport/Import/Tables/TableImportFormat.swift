/// A format of CSV files whose columns are known.
protocol TableImportFormat: ImportFormat {
  static var profile: ImportProfile { get }
}

extension TableImportFormat {
  package static var name: String { profile.name }
  package static var title: String { profile.title }

  package static func files(in paths: [String]) -> [String] { CSVImportFormat.files(in: paths) }

  package static func reader(
    of file: ImportFile,
    _ options: ImportOptions
  ) throws(FormatError) -> any ImportReader {
    try TableReader.reader(of: file, profile, options)
  }
}
