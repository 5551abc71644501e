/// Reads files of other programs.
package struct FileImportService: Sendable {
  package init() {}

  /// Reads all files without importing anything.
  ///
  /// - Throws: `FormatError` if a format isn't recognized, or if an element can't be read.
  package func preview(of request: ImportRequest) throws(FormatError) -> ImportPreview {
    let format = try format(of: request)
    let isTable = format is any TableImportFormat.Type || format == CSVImportFormat.self
    if !isTable, !request.options.columns.isEmpty {
      throw .unusedOption("column", format: format.title, others: ["CSV"])
    }
    var records = records(of: request, as: format)
    var preview = ImportPreview(format: format)
    while let element = try records.nextElement() {
      preview.add(element)
      if !request.skipsInvalid, preview.invalidCount == FormatError.problemLimit { break }
    }
    preview.hasLocalTimes = records.hasLocalTimes
    preview.columns = records.columns
    preview.ignoredColumns = records.ignoredColumns
    preview.users = records.users
    preview.declinedCount = records.declinedCount
    preview.repeats = records.repeats
    if preview.invalidCount > 0, !request.skipsInvalid {
      throw .invalid(
        file: preview.invalid[0].file,
        problems: preview.invalid.filter { $0.file == preview.invalid[0].file }.map(\.problem),
        count: preview.invalidCount
      )
    }
    return preview
  }

  /// Returns the records of the files, which `preview` has found to be readable.
  ///
  /// - Parameter format: the format that the preview has found.
  package func records(
    of request: ImportRequest,
    as format: any ImportFormat.Type
  ) -> RecordSequence {
    RecordSequence(request, format: format)
  }

  /// Returns the format that all files have.
  private func format(of request: ImportRequest) throws(FormatError) -> any ImportFormat.Type {
    var first: (file: String, format: any ImportFormat.Type)?
    for file in request.files {
      let text = try file.decoded(from: request.options.encoding)
      let found = try recognize(text, as: request.format)
      if let first, first.format.name != found.name {
        throw .differentFormats(
          files: [first.file, file.name],
          formats: [first.format.title, found.title]
        )
      }
      first = first ?? (file.name, found)
    }
    guard let format = first?.format else { throw .unrecognized(file: "", .text) }
    return format
  }

  /// Returns the format of a file.
  ///
  /// - Parameter named: the format that the user named, which decides; nil if the user named none.
  private func recognize(
    _ file: ImportFile,
    as named: (any ImportFormat.Type)?
  ) throws(FormatError) -> any ImportFormat.Type {
    if let named, named != CSVImportFormat.self { return named }
    let sample = try FileSample(file)
    if sample.bytes.isEmpty { throw .unreadable(file: file.name, reason: "it is empty") }
    if let named { return named }
    let text = sample.bytes.filter { $0 != 0x20 && !(0x09...0x0D ~= $0) }
    if text.isEmpty || text.elementsEqual("[]".utf8) {
      throw .unreadable(file: file.name, reason: "it has no records")
    }
    guard let recognized = ImportFormats.recognized(sample) ?? formatByName(sample) else {
      let content: FormatError.Content = sample.isUTF8 ? .text : .otherEncoding
      throw .unrecognized(file: file.name, sample.isBinary ? .binary : content)
    }
    return recognized
  }

  /// Returns the format that a file's name shows, so that a broken line in it is named; nil if the
  /// name shows none.
  private func formatByName(_ sample: FileSample) -> (any ImportFormat.Type)? {
    if sample.isBinary || !sample.isUTF8 { return nil }
    return ImportFormats.all.first { !$0.files(in: [sample.fileName]).isEmpty }
  }
}
