/// Reads the records of files one by one, in the order of the files.
package struct RecordSequence {
  package let format: any ImportFormat.Type
  private let options: ImportOptions
  private let skipsInvalid: Bool
  private var files: ArraySlice<ImportFile>
  private var file = ""
  private var reader: (any ImportReader)?
  private var converter: ImportedRecordConverter
  /// The index of the next record; those that can't be converted count as well.
  private var index = 0
  /// The indices of the records that repeat earlier ones.
  private(set) var repeats: Set<Int>

  init(_ request: ImportRequest, format: any ImportFormat.Type) {
    self.format = format
    options = request.options
    skipsInvalid = request.skipsInvalid
    files = request.files[...]
    repeats = request.repeats ?? []
    converter = ImportedRecordConverter(request, format: format.name)
  }

  /// The columns of the first table among the files.
  private(set) var columns: [ImportedColumn] = []
  /// The names of the columns in the tables opened so far that aren't read, each once.
  private(set) var ignoredColumns: [String] = []
  /// The users that the tables read so far name.
  private(set) var users: Set<String> = []
  /// The number of events in the files read so far that an attendee declined, who may be the user.
  private(set) var declinedCount = 0

  /// Whether a local time needed the time zone of the import.
  var hasLocalTimes: Bool { converter.hasLocalTimes }

  /// Returns the next record; nil after the last.
  ///
  /// - Throws: `FormatError.invalid` for an element that can't be read, unless these are skipped.
  package mutating func next() throws(FormatError) -> RecordToImport? {
    while let element = try nextElement() {
      switch element {
      case .record(let record): return record
      case .skipped: continue
      case .invalid(let invalid) where !skipsInvalid:
        throw .invalid(file: invalid.file, problems: [invalid.problem], count: 1)
      case .invalid: continue
      }
    }
    return nil
  }

  /// An element of a file: a record, or a part that isn't imported.
  enum Element {
    case record(RecordToImport)
    case skipped(ImportPreview.Skipped)
    case invalid(ImportPreview.Invalid)
  }

  mutating func nextElement() throws(FormatError) -> Element? {
    while true {
      if let item = try reader?.next() { return element(item) }
      if let reader {
        users.formUnion(reader.users)
        declinedCount += reader.declinedCount
      }
      reader = nil
      guard let next = files.popFirst() else { return nil }
      file = next.name
      let opened = try format.reader(of: next.decoded(from: options.encoding), options)
      converter.startFile(of: opened.program)
      if columns.isEmpty { columns = opened.columns }
      var known = Set(ignoredColumns)
      ignoredColumns += opened.ignoredColumns.filter { known.insert($0).inserted }
      reader = opened
    }
  }

  private mutating func element(_ item: ImportedItem) -> Element {
    switch item {
    case .skipped(let line, let reason):
      return skipped(line, reason)
    case .invalid(let line, let reason):
      return invalid(line, reason)
    case .record(let record):
      defer { index += 1 }
      do throws(ImportedRecordConverter.Problem) {
        let converted = try converter.convert(record, of: file)
        if repeats.contains(index) {
          return skipped(record.line, .repeated(hasID: converted.hasID))
        }
        return .record(converted)
      } catch {
        switch error {
        case .skipped(.repeated(let hasID)):
          repeats.insert(index)
          return skipped(record.line, .repeated(hasID: hasID))
        case .skipped(let reason): return skipped(record.line, reason)
        case .invalid(let reason): return invalid(record.line, reason)
        }
      }
    }
  }

  private func skipped(_ line: Int, _ reason: SkipReason) -> Element {
    .skipped(ImportPreview.Skipped(file: file, line: line, reason: reason))
  }

  private func invalid(_ line: Int, _ reason: InvalidReason) -> Element {
    .invalid(
      ImportPreview.Invalid(file: file, problem: FormatError.Problem(line: line, reason: reason))
    )
  }
}
