/// A path to import.
package enum ImportPath: Sendable {
  case file(ImportFile)
  /// A folder with its files, as paths relative to it.
  case folder(
    name: String,
    files: [String],
    open: @Sendable (String) throws(FormatError) -> ImportFile
  )

  /// Returns the files to import.
  ///
  /// - Parameter format: the format of the files, which leaves out those of others in a folder; nil
  ///   for the only one that has files in it. The content of CSV files decides about theirs.
  /// - Throws: `FormatError.severalFormats` if files of a folder have different formats.
  package func files(of format: (any ImportFormat.Type)?) throws(FormatError) -> [ImportFile] {
    switch self {
    case .file(let file): return [file]
    case .folder(let name, let paths, let open):
      if paths.isEmpty { throw .unrecognized(file: name, .emptyFolder) }
      let others = ImportFormats.all.filter { $0.files(in: ["a.csv"]).isEmpty }
      let formats = format.map { [$0] } ?? others + [CSVImportFormat.self]
      let found = formats.map { (format: $0.name, paths: $0.files(in: paths)) }
        .filter { !$0.paths.isEmpty }
      guard let first = found.first else { throw .unrecognized(file: name, .folder) }
      if found.count > 1 { throw .severalFormats(folder: name, formats: found.map(\.format)) }
      var files: [ImportFile] = []
      for path in first.paths {
        let file = try open(path)
        if let format, try Self.isOther(file, than: format) { continue }
        files.append(file)
      }
      if files.isEmpty { throw .unrecognized(file: name, .folder) }
      return files
    }
  }

  /// Whether a file in a folder has another format than the one that the user named.
  private static func isOther(
    _ file: ImportFile,
    than format: any ImportFormat.Type
  ) throws(FormatError) -> Bool {
    if format == CSVImportFormat.self { return false }
    let found = ImportFormats.recognized(try FileSample(file))
    return found != nil && found?.name != format.name && found != CSVImportFormat.self
  }
}
