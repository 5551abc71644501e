import JSONText

/// JSON Lines: a record a line, as `RecordJSONWriter` writes it.
package enum JSONLinesImportFormat: ImportFormat {
  package static let name = "jsonl"
  package static let title = "JSON Lines"

  package static func recognizes(_ sample: FileSample) -> Bool {
    var lines = FileLineReader(ImportFile(name: sample.fileName, bytes: sample.bytes))
    while let line = try? lines.nextBytes() {
      if line.isBlank { continue }
      return (try? JSONValue(parsing: Array(line)))?.isExportedRecord == true
    }
    return false
  }

  package static func reader(
    of file: ImportFile,
    _ options: ImportOptions
  ) -> any ImportReader {
    Reader(lines: FileLineReader(file))
  }

  private struct Reader: ImportReader {
    var lines: FileLineReader

    mutating func next() throws(FormatError) -> ImportedItem? {
      while let line = try lines.nextBytes() {
        if line.isBlank { continue }
        return ImportedItem(json: try? JSONValue(parsing: Array(line)), line: lines.number)
      }
      return nil
    }
  }
}

extension ArraySlice<UInt8> {
  fileprivate var isBlank: Bool { allSatisfy { $0 == 0x20 || $0 == 0x09 } }
}
