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
    private var hasRecord = false

    func begin(_ output: inout [UInt8]) {
      output.append(UInt8(ascii: "["))
    }

    mutating func add(_ record: ExportedRecord, to output: inout [UInt8]) {
      if hasRecord { output.append(UInt8(ascii: ",")) }
      hasRecord = true
      output.append(0x0A)
      output += record.json.bytes()
      omissions.countImages(of: record)
    }

    func end(_ output: inout [UInt8]) {
      output += Array("\n]\n".utf8)
    }
  }
}
