/// Writes rows as a table in Markdown, with bold totals.
struct MarkdownRenderer: RowRenderer {
  func appendHead(_ columns: [RowColumn], to output: inout [UInt8]) {
    Self.append(columns.map(\.title.markdownEscaped), to: &output)
    Self.append(columns.map { $0.isNumber ? "---:" : "---" }, to: &output)
  }

  func append(_ cells: [String], _ columns: [RowColumn], to output: inout [UInt8]) {
    Self.append(cells.map(\.markdownEscaped), to: &output)
  }

  func appendFoot(_ totals: [[String]], _ columns: [RowColumn], to output: inout [UInt8]) {
    for row in totals {
      Self.append(row.map { $0.isEmpty ? "" : "**\($0.markdownEscaped)**" }, to: &output)
    }
  }

  private static func append(_ cells: [String], to output: inout [UInt8]) {
    output += "| \(cells.joined(separator: " | ")) |\n".utf8
  }
}
