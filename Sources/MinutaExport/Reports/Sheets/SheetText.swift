/// Writes a sheet as plain text with aligned columns.
enum SheetText {
  static func text(of sheet: Sheet) -> String {
    var blocks = [sheet.headerLines, sheet.sender, sheet.recipient]
    let facts = sheet.facts.map { [$0.name, $0.value] }
    let aligned = PlainTextRenderer.aligned(facts, areNumbers: [false, false])
    blocks.append([sheet.title] + aligned)
    blocks.append(PlainTextRenderer.lines(of: sheet.table))
    blocks += sheet.notes.map { [$0] }
    blocks += sheet.signatures.map { ["", String(repeating: "_", count: 32), $0] }
    blocks.append(sheet.footerLines)
    let texts = blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
    return texts.joined(separator: "\n\n") + "\n"
  }
}
