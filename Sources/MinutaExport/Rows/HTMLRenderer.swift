/// Writes rows as a table in HTML, in which a text can't change the direction of others.
struct HTMLRenderer: RowRenderer {
  func appendHead(_ columns: [RowColumn], to output: inout [UInt8]) {
    let titles = columns.map { "<th scope=\"col\"\(Self.style($0))>\($0.title.htmlText)</th>" }
    output += "<table>\n<thead>\n<tr>\(titles.joined())</tr>\n</thead>\n<tbody>\n".utf8
  }

  func append(_ cells: [String], _ columns: [RowColumn], to output: inout [UInt8]) {
    let elements = zip(cells, columns).map { cell, column in
      "<td\(Self.style(column))>\(column.kind.isText ? cell.isolatedHTML : cell.htmlText)</td>"
    }
    output += "<tr>\(elements.joined())</tr>\n".utf8
  }

  func appendFoot(_ totals: [[String]], _ columns: [RowColumn], to output: inout [UInt8]) {
    output += "</tbody>\n".utf8
    if !totals.isEmpty {
      output += "<tfoot>\n".utf8
      for row in totals { append(row, columns, to: &output) }
      output += "</tfoot>\n".utf8
    }
    output += "</table>\n".utf8
  }

  private static func style(_ column: RowColumn) -> String {
    column.kind.isText ? "" : " class=\"number\""
  }
}
