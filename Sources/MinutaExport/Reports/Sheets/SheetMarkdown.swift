/// Writes a sheet as Markdown.
enum SheetMarkdown {
  static func text(of sheet: Sheet) -> String {
    var blocks = [paragraph(sheet.headerLines)]
    blocks.append(paragraph(sheet.sender))
    blocks.append(paragraph(sheet.recipient))
    blocks.append(["# \(sheet.title.markdownEscaped)"])
    blocks.append(paragraph(sheet.facts.map { "\($0.name): \($0.value)" }))
    blocks.append([String(MarkdownRenderer().text(of: sheet.table).dropLast())])
    blocks += sheet.notes.map { [$0.markdownEscaped] }
    let line = String(repeating: "\\_", count: 24)
    blocks += sheet.signatures.map { ["\(line) \($0.markdownEscaped)"] }
    blocks.append(paragraph(sheet.footerLines))
    let texts = blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
    return texts.joined(separator: "\n\n") + "\n"
  }

  /// Returns lines that stay lines in one paragraph.
  private static func paragraph(_ lines: [String]) -> [String] {
    lines.enumerated().map { index, line in
      line.markdownEscaped + (index == lines.count - 1 ? "" : "<br>")
    }
  }
}
