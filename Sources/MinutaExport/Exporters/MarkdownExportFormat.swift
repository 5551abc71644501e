/// A Markdown table with a row a record, and the totals of the tags.
package enum MarkdownExportFormat: ExportFormat {
  package static let name = "markdown"
  package static let title = "Markdown"
  package static let fileExtension = "md"
  package static let hasDurations = true

  package static func writer(
    _ options: ExportOptions
  ) throws(FormatError) -> any ExportWriter {
    Writer(table: try RecordTable(options))
  }

  private struct Writer: ExportWriter {
    var table: RecordTable
    var omissions: Omissions { table.omissions }

    func begin(_ output: inout [UInt8]) {
      let marks = table.columns.map { [.duration, .hours, .seconds].contains($0) ? "---:" : "---" }
      append(table.columns.map(\.title), to: &output)
      append(marks, to: &output)
    }

    mutating func add(_ record: ExportedRecord, to output: inout [UInt8]) {
      guard let cells = table.cells(of: record) else { return }
      append(cells.map { table.text($0).markdownEscaped }, to: &output)
    }

    func end(_ output: inout [UInt8]) {
      output += Array("\n".utf8)
      append(["Tag", "Duration"], to: &output)
      append(["---", "---:"], to: &output)
      for (tag, seconds) in table.tagTotals {
        let name = tag?.markdownEscaped ?? "(untagged)"
        append([name, table.text(.duration(seconds: seconds))], to: &output)
      }
      append(["**Total**", "**\(table.text(.duration(seconds: table.total)))**"], to: &output)
    }

    private func append(_ cells: [String], to output: inout [UInt8]) {
      output += Array("| \(cells.joined(separator: " | ")) |\n".utf8)
    }
  }
}

extension String {
  /// The text as a cell of a table, in which no character is markup.
  var markdownEscaped: String {
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n", "\u{85}", "\u{2028}", "\u{2029}": result += "<br>"
      case "\t": result += " "
      case "\\", "`", "*", "_", "[", "]", "<", ">", "|", "~", "&", "#", "!", "$":
        result.unicodeScalars += ["\\", scalar]
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
