import SystemCalls

/// Writes rows as plain text in aligned columns.
enum PlainTextRenderer {
  /// Returns the lines of a table, with rules below its headings and above its totals.
  static func lines(of table: RowTable) -> [String] {
    let all = [table.columns.map(\.title)] + table.rows + table.totals
    let areNumbers = table.columns.map(\.isNumber)
    let rule = widths(all, areNumbers.count).map { String(repeating: "-", count: $0) }
      .joined(separator: "  ")
    var lines = aligned(all, areNumbers: areNumbers)
    if !table.totals.isEmpty { lines.insert(rule, at: 1 + table.rows.count) }
    lines.insert(rule, at: 1)
    return lines
  }

  /// Returns rows as lines in which the columns after the first end at the same place.
  static func aligned(_ rows: [[String]]) -> [String] {
    let count = rows.map(\.count).max() ?? 0
    return aligned(rows, areNumbers: (0..<count).map { $0 > 0 })
  }

  /// - Parameter areNumbers: whether the cells of each column end at the same place.
  static func aligned(_ rows: [[String]], areNumbers: [Bool]) -> [String] {
    let widths = widths(rows, areNumbers.count)
    return rows.map { row in
      zip(row, zip(widths, areNumbers)).map { cell, column in
        let blanks = String(repeating: " ", count: column.0 - cell.displayWidth)
        return column.1 ? blanks + cell : cell + blanks
      }.joined(separator: "  ").trimmingEnd
    }
  }

  private static func widths(_ rows: [[String]], _ count: Int) -> [Int] {
    (0..<count).map { column in
      rows.map { $0.indices.contains(column) ? $0[column].displayWidth : 0 }.max() ?? 0
    }
  }
}
