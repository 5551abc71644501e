import JSONText

/// JSON Lines: a JSON object a line, for data tools.
package enum JSONLinesExportFormat: ExportFormat {
  package static let name = "jsonl"
  package static let title = "JSON Lines"
  package static let fileExtension = "jsonl"
  package static let hasDurations = true

  package static func writer(_ options: ExportOptions) -> any ExportWriter { Writer() }

  private struct Writer: ExportWriter {
    var omissions = Omissions()

    mutating func add(_ record: ExportedRecord, to output: inout [UInt8]) {
      output += record.json.bytes()
      output.append(0x0A)
      omissions.countImages(of: record)
    }
  }
}
