/// Writes rows as CSV, in which no text is a formula.
struct CSVRenderer: RowRenderer {
  func appendHead(_ columns: [RowColumn], to output: inout [UInt8]) {
    CSVWriter.append(columns.map(\.title), to: &output)
  }

  func append(_ cells: [String], _ columns: [RowColumn], to output: inout [UInt8]) {
    // A negative number isn't a formula.
    CSVWriter.append(cells, to: &output) { columns[$0].isNumber }
  }

  func appendFoot(_ totals: [[String]], _ columns: [RowColumn], to output: inout [UInt8]) {
    for row in totals { append(row, columns, to: &output) }
  }
}
