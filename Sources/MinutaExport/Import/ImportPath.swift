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
  /// - Parameter format: the format of the files; nil for the first one that has files in a folder,
  ///   or for its CSV files, whose content decides.
  package func files(of format: (any ImportFormat.Type)?) throws(FormatError) -> [ImportFile] {
    switch self {
    case .file(let file): return [file]
    case .folder(let name, let paths, let open):
      if paths.isEmpty { throw .unrecognized(file: name, .emptyFolder) }
      let others = ImportFormats.all.filter { $0.files(in: ["a.csv"]).isEmpty }
      let formats = format.map { [$0] } ?? others + [CSVImportFormat.self]
      guard let found = formats.lazy.map({ $0.files(in: paths) }).first(where: { !$0.isEmpty })
      else { throw .unrecognized(file: name, .folder) }
      var files: [ImportFile] = []
      for path in found { files.append(try open(path)) }
      return files
    }
  }
}
