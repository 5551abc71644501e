/// A JSON array of records, as `RecordJSONWriter` writes it.
package enum JSONImportFormat: ImportFormat {
  package static let name = "json"
  package static let title = "JSON"

  package static func recognizes(_ sample: FileSample) -> Bool {
    sample.firstElement?.isExportedRecord == true
  }

  package static func reader(
    of file: ImportFile,
    _ options: ImportOptions
  ) -> any ImportReader {
    Reader(elements: JSONElementReader(file))
  }

  private struct Reader: ImportReader {
    var elements: JSONElementReader

    mutating func next() throws(FormatError) -> ImportedItem? {
      try elements.next().map {
        ImportedItem(json: $0.value, line: $0.line, problem: $0.problem)
      }
    }
  }
}
