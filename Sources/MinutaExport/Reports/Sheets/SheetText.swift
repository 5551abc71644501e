import SystemCalls

/// Writes a sheet as plain text with aligned columns.
enum SheetText {
  static func text(of sheet: Sheet) -> String {
    var blocks = [[sheet.header].filter { !$0.isEmpty }, sheet.sender, sheet.recipient]
    let nameWidth = sheet.facts.map(\.name.displayWidth).max() ?? 0
    blocks.append(
      [sheet.title] + sheet.facts.map { "\(padded($0.name, nameWidth))  \($0.value)" }
    )
    let widths = sheet.columns.indices.map { column in
      ([sheet.columns.map(\.title)] + sheet.rows + sheet.totals)
        .map { $0[column].displayWidth }.max() ?? 0
    }
    let rule = widths.map { String(repeating: "-", count: $0) }.joined(separator: "  ")
    func line(_ cells: [String]) -> String {
      let padded = zip(zip(cells, widths), sheet.columns).map { cell, column in
        Self.padded(cell.0, cell.1, atEnd: !column.isNumber)
      }
      return trimmed(padded.joined(separator: "  "))
    }
    blocks.append(
      [line(sheet.columns.map(\.title)), rule] + sheet.rows.map(line)
        + (sheet.totals.isEmpty ? [] : [rule] + sheet.totals.map(line))
    )
    blocks += sheet.notes.map { [$0] }
    blocks += sheet.signatures.map { ["", String(repeating: "_", count: 32), $0] }
    blocks.append([sheet.footer(page: 1, of: 1)].filter { !$0.isEmpty })
    let texts = blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
    return texts.joined(separator: "\n\n") + "\n"
  }

  private static func padded(_ text: String, _ width: Int, atEnd: Bool = true) -> String {
    let padding = String(repeating: " ", count: max(0, width - text.displayWidth))
    return atEnd ? text + padding : padding + text
  }

  private static func trimmed(_ line: String) -> String {
    var line = Substring(line)
    while line.last == " " { line.removeLast() }
    return String(line)
  }
}
