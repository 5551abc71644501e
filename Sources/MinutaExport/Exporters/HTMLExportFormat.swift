/// A page with a table of the records, without scripts and without links to other files.
package enum HTMLExportFormat: ExportFormat {
  package static let name = "html"
  package static let title = "HTML"
  package static let fileExtension = "html"
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
      output += Array(HTMLExportFormat.head.utf8)
      append(table.columns.map { "<th>\($0.title)</th>" }, to: &output)
      output += Array("</thead>\n<tbody>\n".utf8)
    }

    mutating func add(_ record: ExportedRecord, to output: inout [UInt8]) {
      guard let cells = table.cells(of: record) else { return }
      append(cells.map(element), to: &output)
    }

    func end(_ output: inout [UInt8]) {
      output += Array("</tbody>\n</table>\n<table>\n<thead>\n".utf8)
      append(["<th>Tag</th>", "<th>Duration</th>"], to: &output)
      output += Array("</thead>\n<tbody>\n".utf8)
      for (tag, seconds) in table.tagTotals {
        appendTotal(tag ?? "(untagged)", seconds, to: &output)
      }
      output += Array("</tbody>\n<tfoot>\n".utf8)
      appendTotal("Total", table.total, to: &output)
      output += Array("</tfoot>\n</table>\n</body>\n</html>\n".utf8)
    }

    private func element(_ cell: RecordTable.Cell) -> String {
      let text = cell.text.xmlEscaped
      if cell.isNumber { return "<td class=\"number\">\(text)</td>" }
      // Each text has its own writing direction, so that it can't turn around other cells.
      return "<td dir=\"auto\">\(text.isEmpty ? "" : "<bdi>\(text)</bdi>")</td>"
    }

    private func appendTotal(_ name: String, _ seconds: Int, to output: inout [UInt8]) {
      let name = RecordTable.Cell(text: name, isNumber: false)
      append([name, .init(text: table.text(seconds: seconds))].map(element), to: &output)
    }

    private func append(_ cells: [String], to output: inout [UInt8]) {
      output += Array("<tr>\(cells.joined())</tr>\n".utf8)
    }
  }

  private static let head = HTMLHead(title: "Records", style: style).text + "<table>\n<thead>\n"

  private static let style = """
    body { font-family: sans-serif; margin: 2em; }
    table { border-collapse: collapse; margin-bottom: 2em; }
    th, td { border-bottom: 1px solid #ccc; padding: 0.3em 0.8em; text-align: start; vertical-align: top; }
    td { white-space: pre-wrap; }
    .number { text-align: end; white-space: nowrap; font-variant-numeric: tabular-nums; }
    tfoot td { font-weight: bold; }
    """
}
