import JSONText

extension ExportFormat {
  /// A JSON array with a record a line.
  package static let json = ExportFormat("json", "JSON", extension: "json", [.durations]) {
    _ throws(FormatError) in RecordJSONWriter(array: JSONArrayWriter())
  }

  /// JSON Lines: a JSON object a line, for data tools.
  package static let jsonLines = ExportFormat(
    "jsonl",
    "JSON Lines",
    extension: "jsonl",
    [.durations]
  ) { _ throws(FormatError) in RecordJSONWriter() }
}

private struct RecordJSONWriter: ExportWriter {
  /// The array that has the records; nil if they are lines.
  var array: JSONArrayWriter?
  private(set) var omissions = Omissions()

  func begin(_ output: inout [UInt8]) { array?.begin(&output) }

  mutating func add(_ record: ExportedRecord, to output: inout [UInt8]) {
    omissions.countImages(of: record)
    if array != nil {
      array?.append(record.json, to: &output)
    } else {
      output += record.json.bytes()
      output.append(0x0A)
    }
  }

  func end(_ output: inout [UInt8]) { array?.end(&output) }
}
