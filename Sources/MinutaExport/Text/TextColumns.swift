import SystemCalls

/// The widths of the columns of a table in plain text.
struct TextColumns {
  private let widths: [Int]
  private let areNumbers: [Bool]

  /// - Parameters:
  ///   - rows: all rows of the table; some may have fewer cells.
  ///   - areNumbers: whether the cells of each column end at the same place.
  init(_ rows: [[String]], areNumbers: [Bool]) {
    widths = areNumbers.indices.map { column in
      rows.map { $0.indices.contains(column) ? $0[column].displayWidth : 0 }.max() ?? 0
    }
    self.areNumbers = areNumbers
  }

  /// A line below the titles or above the total.
  var rule: String { widths.map { String(repeating: "-", count: $0) }.joined(separator: "  ") }

  /// Returns a row as a line.
  func line(_ cells: [String]) -> String {
    zip(cells, zip(widths, areNumbers)).map { cell, column in
      let blanks = String(repeating: " ", count: column.0 - cell.displayWidth)
      return column.1 ? blanks + cell : cell + blanks
    }.joined(separator: "  ").trimmingEnd
  }
}
