/// A Markdown table with a row a record, and the totals of the tags.
package enum MarkdownExportFormat: ExportFormat {
  package static let name = "markdown"
  package static let otherNames = ["md"]
  package static let title = "Markdown"
  package static let fileExtension = "md"
  package static let hasDurations = true
  package static let hasColumns = true

  package static func writer(
    _ options: ExportOptions
  ) throws(FormatError) -> any ExportWriter {
    Writer(table: try RecordTable(options))
  }

  private struct Writer: ExportWriter {
    var table: RecordTable
    var omissions: Omissions { table.omissions }

    func begin(_ output: inout [UInt8]) {
      append(table.columns.map(\.title), to: &output)
      let areNumbers = table.columns.map(\.isLength)
      output += Array("\(String.markdownRule(areNumbers: areNumbers))\n".utf8)
    }

    mutating func add(_ record: ExportedRecord, to output: inout [UInt8]) {
      guard let cells = table.cells(of: record) else { return }
      append(cells.map(\.text.markdownEscaped), to: &output)
    }

    func end(_ output: inout [UInt8]) {
      output += Array("\n".utf8)
      append(["Tag", "Duration"], to: &output)
      output += Array("\(String.markdownRule(areNumbers: [false, true]))\n".utf8)
      for (tag, seconds) in table.tagTotals {
        let name = tag?.markdownEscaped ?? "(untagged)"
        append([name, table.text(seconds: seconds)], to: &output)
      }
      append(["**Total**", "**\(table.text(seconds: table.total))**"], to: &output)
    }

    private func append(_ cells: [String], to output: inout [UInt8]) {
      output += Array("\(String.markdownRow(cells))\n".utf8)
    }
  }
}
