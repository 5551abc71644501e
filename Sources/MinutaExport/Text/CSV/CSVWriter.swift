/// Writes the rows of a CSV file (RFC 4180), with commas and CRLF.
package enum CSVWriter {
  /// Appends a row, in which no cell is a formula.
  ///
  /// An empty cell alone is in quotes, because readers leave out blank lines.
  ///
  /// - Parameter isNumber: returns whether a cell is a number, which may begin like a formula.
  package static func append(
    _ cells: [String],
    to output: inout [UInt8],
    isNumber: (Int) -> Bool = { _ in false }
  ) {
    if cells == [""] { output += [0x22, 0x22] }
    for (index, cell) in cells.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      append(isNumber(index) ? cell : FormulaText.escaped(cell), to: &output)
    }
    output += [0x0D, 0x0A]
  }

  private static func append(_ cell: String, to output: inout [UInt8]) {
    let needsQuotes = cell.utf8.contains { byte in
      byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == 0x0D || byte == 0x0A
    }
    guard needsQuotes else {
      output += cell.utf8
      return
    }
    output.append(UInt8(ascii: "\""))
    for byte in cell.utf8 {
      if byte == UInt8(ascii: "\"") { output.append(byte) }
      output.append(byte)
    }
    output.append(UInt8(ascii: "\""))
  }
}
