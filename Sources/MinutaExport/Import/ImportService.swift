/// Reads files of other programs.
package protocol ImportService: Sendable {
  /// Reads all files without importing anything.
  ///
  /// - Throws: `FormatError` if a format isn't recognized, or if an element can't be read.
  func preview(of request: ImportRequest) throws(FormatError) -> ImportPreview

  /// Returns the records of the files, which `preview` has found to be readable.
  func records(of request: ImportRequest) throws(FormatError) -> RecordSequence
}

/// Reads files on this machine.
package struct FileImportService: ImportService {
  package init() {}

  package func preview(of request: ImportRequest) throws(FormatError) -> ImportPreview {
    var records = try records(of: request)
    var preview = ImportPreview(format: records.format)
    while let element = try records.nextElement() { preview.add(element) }
    preview.hasLocalTimes = records.hasLocalTimes
    preview.columns = records.columns
    if preview.invalidCount > 0, !request.skipsInvalid {
      throw .invalid(
        file: preview.invalid[0].file,
        problems: preview.invalid.filter { $0.file == preview.invalid[0].file }.map(\.problem),
        count: preview.invalidCount
      )
    }
    return preview
  }

  package func records(of request: ImportRequest) throws(FormatError) -> RecordSequence {
    var format = request.format
    for file in request.files {
      let found = if let format = request.format { format } else { try recognize(file) }
      if let format, format.name != found.name {
        throw .otherFormat(file: file.name, format: format.title)
      }
      format = found
    }
    guard let format else { throw .unrecognized(file: "") }
    return RecordSequence(request, format: format)
  }

  private func recognize(_ file: ImportFile) throws(FormatError) -> any ImportFormat.Type {
    let sample = try FileSample(file)
    for format in ImportFormats.all where format.recognizes(sample) { return format }
    throw .unrecognized(file: file.name)
  }
}
