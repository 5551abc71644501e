/// Rows of text in columns, with totals below them.
package struct RowTable: Sendable, Equatable {
  package var columns: [RowColumn]
  /// The cells of the rows; each row has as many as there are columns.
  package var rows: [[String]] = []
  /// The rows below the others, such as their total; the last one is the most important.
  package var totals: [[String]] = []
}

/// A column of a table.
package struct RowColumn: Sendable, Equatable {
  /// The kind of values in a column, which decides how its cells are aligned and made harmless.
  package enum Kind: String, Sendable, Decodable {
    case text, labels
    case day, time
    case duration, number, money

    /// Whether the cells are aligned at their ends.
    package var isNumber: Bool { [.duration, .number, .money].contains(self) }

    /// Whether the cells are texts of the user.
    package var isText: Bool { self == .text || self == .labels }
  }

  package let title: String
  package let kind: Kind

  package var isNumber: Bool { kind.isNumber }

  package init(_ title: String, _ kind: Kind = .text) {
    self.title = title
    self.kind = kind
  }
}

/// Writes the rows of a table in a file format, one after the other.
protocol RowRenderer: Sendable {
  /// Appends what stands before the first row.
  func appendHead(_ columns: [RowColumn], to output: inout [UInt8])

  func append(_ cells: [String], _ columns: [RowColumn], to output: inout [UInt8])

  /// Appends what stands after the last row.
  func appendFoot(_ totals: [[String]], _ columns: [RowColumn], to output: inout [UInt8])
}

extension RowRenderer {
  func append(_ table: RowTable, to output: inout [UInt8]) {
    appendHead(table.columns, to: &output)
    for row in table.rows { append(row, table.columns, to: &output) }
    appendFoot(table.totals, table.columns, to: &output)
  }

  func text(of table: RowTable) -> String {
    var output: [UInt8] = []
    append(table, to: &output)
    return String(decoding: output, as: UTF8.self)
  }
}
