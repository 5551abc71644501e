import MinutaCore

/// A flat OpenDocument spreadsheet: one XML file with typed cells, and a second sheet with the totals
/// of the tags.
package enum FODSExportFormat: ExportFormat {
  package static let name = "fods"
  package static let otherNames = ["ods"]
  package static let title = "OpenDocument spreadsheet"
  package static let fileExtension = "fods"
  package static let hasDurations = true
  package static let hasColumns = true

  package static func writer(
    _ options: ExportOptions
  ) throws(FormatError) -> any ExportWriter {
    Writer(table: try RecordTable(options), usesDecimalHours: options.usesDecimalHours)
  }

  private struct Writer: ExportWriter {
    var table: RecordTable
    let usesDecimalHours: Bool
    var omissions: Omissions { table.omissions }

    func begin(_ output: inout [UInt8]) {
      output += Array(FODSExportFormat.head.utf8)
      beginSheet("Records", table.columns.map(\.title), to: &output)
    }

    mutating func add(_ record: ExportedRecord, to output: inout [UInt8]) {
      guard let cells = table.cells(of: record) else { return }
      append(cells, to: &output)
    }

    func end(_ output: inout [UInt8]) {
      output += Array("</table:table>\n".utf8)
      beginSheet("Totals", ["Tag", "Duration"], to: &output)
      for (tag, seconds) in table.tagTotals {
        append([.text(tag ?? "(untagged)"), .duration(seconds: seconds)], to: &output)
      }
      append([.text("Total"), .duration(seconds: table.total)], to: &output)
      let tail = "</table:table>\n</office:spreadsheet></office:body>\n</office:document>\n"
      output += Array(tail.utf8)
    }

    private func beginSheet(_ name: String, _ titles: [String], to output: inout [UInt8]) {
      let columns = "<table:table-column table:number-columns-repeated=\"\(titles.count)\"/>"
      output += Array("<table:table table:name=\"\(name)\">\n\(columns)\n".utf8)
      append(titles.map { .text($0) }, to: &output)
    }

    private func append(_ cells: [RecordTable.Cell], to output: inout [UInt8]) {
      let elements = cells.map { cell in
        "<table:table-cell \(attributes(of: cell))>\(table.text(cell).openDocumentParagraphs)"
          + "</table:table-cell>"
      }
      output += Array("<table:table-row>\(elements.joined())</table:table-row>\n".utf8)
    }

    /// Returns the type, the value and the style of a cell.
    private func attributes(of cell: RecordTable.Cell) -> String {
      switch cell {
      case .date(let date):
        return attributes("date", "date-value", date.dateText, style: "date")
      case .time(let time, _):
        let value = "\(time.dateText)T\(time.secondText)"
        return attributes("date", "date-value", value, style: "time")
      case .duration(let seconds) where usesDecimalHours:
        return attributes("float", "value", "\(Double(seconds) / 3600)", style: "hours")
      case .duration(let seconds):
        let value = "PT\(seconds / 3600)H\(seconds % 3600 / 60)M\(seconds % 60)S"
        return attributes("time", "time-value", value, style: "duration")
      case .number(let text):
        return "office:value-type=\"float\" office:value=\"\(text)\""
      case .text:
        return "office:value-type=\"string\""
      }
    }

    private func attributes(
      _ type: String,
      _ name: String,
      _ value: String,
      style: String
    ) -> String {
      "table:style-name=\"\(style)\" office:value-type=\"\(type)\" office:\(name)=\"\(value)\""
    }
  }

  private static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" \
    xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" \
    xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" \
    xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" \
    xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" \
    office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
    <office:automatic-styles>
    <number:date-style style:name="date-format"><number:year number:style="long"/>\
    <number:text>-</number:text><number:month number:style="long"/>\
    <number:text>-</number:text><number:day number:style="long"/></number:date-style>
    <number:date-style style:name="time-format"><number:year number:style="long"/>\
    <number:text>-</number:text><number:month number:style="long"/>\
    <number:text>-</number:text><number:day number:style="long"/>\
    <number:text> </number:text><number:hours number:style="long"/>\
    <number:text>:</number:text><number:minutes number:style="long"/></number:date-style>
    <number:time-style style:name="duration-format" number:truncate-on-overflow="false">\
    <number:hours/><number:text>:</number:text><number:minutes number:style="long"/>\
    </number:time-style>
    <number:number-style style:name="hours-format">\
    <number:number number:decimal-places="2" number:min-integer-digits="1"/></number:number-style>
    <style:style style:name="date" style:family="table-cell" style:data-style-name="date-format"/>
    <style:style style:name="time" style:family="table-cell" style:data-style-name="time-format"/>
    <style:style style:name="duration" style:family="table-cell" \
    style:data-style-name="duration-format"/>
    <style:style style:name="hours" style:family="table-cell" style:data-style-name="hours-format"/>
    </office:automatic-styles>
    <office:body><office:spreadsheet>

    """
}

extension String {
  /// The text as paragraphs of an OpenDocument file, one for each line.
  fileprivate var openDocumentParagraphs: String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { "<text:p>\(Self.openDocumentText($0))</text:p>" }.joined()
  }

  /// Returns a line with tabs, and spaces that a reader would remove, as elements.
  private static func openDocumentText(_ line: Substring) -> String {
    var result = ""
    var isAfterBlank = true
    for (index, character) in zip(line.indices, line) {
      let isLast = line.index(after: index) == line.endIndex
      switch character {
      case "\t": result += "<text:tab/>"
      case " " where isAfterBlank || isLast: result += "<text:s/>"
      default: result += String(character).xmlEscaped
      }
      isAfterBlank = character == " " || character == "\t"
    }
    return result
  }
}
