/// Writes a sheet as plain text with aligned columns.
enum SheetText {
  static func text(of sheet: Sheet) -> String {
    var blocks = [sheet.headerLines, sheet.sender, sheet.recipient]
    let facts = sheet.facts.map { [$0.name, $0.value] }
    blocks.append([sheet.title] + facts.map(TextColumns(facts, areNumbers: [false, false]).line))
    let titles = sheet.columns.map(\.title)
    let columns = TextColumns(
      [titles] + sheet.rows + sheet.totals,
      areNumbers: sheet.columns.map(\.isNumber)
    )
    let totals = sheet.totals.isEmpty ? [] : [columns.rule] + sheet.totals.map(columns.line)
    blocks.append([columns.line(titles), columns.rule] + sheet.rows.map(columns.line) + totals)
    blocks += sheet.notes.map { [$0] }
    blocks += sheet.signatures.map { ["", String(repeating: "_", count: 32), $0] }
    blocks.append(sheet.footerLines)
    let texts = blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
    return texts.joined(separator: "\n\n") + "\n"
  }
}
