import JSONText

/// A JSON array with a record a line.
package enum JSONExportFormat: ExportFormat {
  package static let name = "json"
  package static let title = "JSON"
  package static let fileExtension = "json"
  package static let hasDurations = true

  package static func writer(_ options: ExportOptions) -> any ExportWriter { Writer() }

  private struct Writer: ExportWriter {
    var omissions = Omissions()
    private var array = JSONArrayWriter()

    func begin(_ output: inout [UInt8]) { array.begin(&output) }

    mutating func add(_ record: ExportedRecord, to output: inout [UInt8]) {
      array.append(record.json, to: &output)
      omissions.countImages(of: record)
    }

    func end(_ output: inout [UInt8]) { array.end(&output) }
  }
}
