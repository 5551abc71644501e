/// Writes a sheet as an HTML page that loads nothing and prints on A4 paper.
enum SheetHTML {
  static func text(of sheet: Sheet) -> String {
    let facts = sheet.facts.map { fact in
      "<dt>\(fact.name.xmlEscaped)</dt><dd>\(fact.value.xmlEscaped)</dd>\n"
    }
    let titles = cells(sheet.columns.map(\.title), "th", sheet.columns)
    let rows = sheet.rows.map { "<tr>\(cells($0, "td", sheet.columns))</tr>\n" }
    let totals = sheet.totals.map { "<tr>\(cells($0, "td", sheet.columns))</tr>\n" }
    let foot = totals.isEmpty ? "" : "<tfoot>\n\(totals.joined())</tfoot>\n"
    let notes = sheet.notes.map { "<p>\($0.xmlEscaped)</p>\n" }
    let signatures = sheet.signatures.map { "<p>\($0.xmlEscaped)</p>\n" }
    let signed =
      signatures.isEmpty ? "" : "<section class=\"sign\">\n\(signatures.joined())</section>\n"
    let head = HTMLHead(title: sheet.title, language: sheet.words.language, style: style)
    return head.text + """
      \(address(sheet.headerLines, "header"))\
      \(address(sheet.sender, "sender"))\(address(sheet.recipient, "recipient"))\
      <h1>\(sheet.title.xmlEscaped)</h1>
      <dl>
      \(facts.joined())</dl>
      <table>
      <thead>
      <tr>\(titles)</tr>
      </thead>
      <tbody>
      \(rows.joined())</tbody>
      \(foot)</table>
      \(notes.joined())\(signed)\(address(sheet.footerLines, "footer"))</body>
      </html>

      """
  }

  private static func cells(_ texts: [String], _ tag: String, _ columns: [Sheet.Column]) -> String {
    zip(texts, columns).map { text, column in
      let scope = tag == "th" ? " scope=\"col\"" : ""
      let style = column.isNumber ? " class=\"number\"" : ""
      return "<\(tag)\(scope)\(style)>\(text.xmlEscaped)</\(tag)>"
    }.joined()
  }

  private static func address(_ lines: [String], _ style: String) -> String {
    if lines.isEmpty { return "" }
    return "<p class=\"\(style)\">\(lines.map(\.xmlEscaped).joined(separator: "<br>"))</p>\n"
  }

  private static let style = """
    @page { size: A4; margin: 20mm }
    body { font: 14px/1.5 system-ui, sans-serif; color: #1c1c1c; background: #fff;
      max-width: 46em; margin: 2em auto; padding: 0 1em }
    h1 { font-size: 1.6em; margin: 1.5em 0 .6em }
    .header, .footer { color: #555 }
    .footer { margin-top: 3em; border-top: 1px solid #ddd; padding-top: .3em; font-size: .85em }
    .sender { color: #555; text-align: right }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: .1em 1.5em; margin: 0 0 1.5em }
    dt { color: #555 }
    dd { margin: 0 }
    table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
    th { text-align: left; border-bottom: 1.5px solid #1c1c1c; padding: .35em .5em }
    td { border-bottom: 1px solid #ddd; padding: .35em .5em; overflow-wrap: anywhere }
    .number { text-align: right; white-space: nowrap }
    th.number { white-space: normal; overflow-wrap: anywhere; vertical-align: bottom }
    tr { break-inside: avoid }
    tfoot td { border-bottom: 0 }
    tfoot tr:first-child td { border-top: 1.5px solid #1c1c1c }
    tfoot tr:last-child td { font-weight: 700 }
    .sign { display: flex; gap: 3em; margin-top: 5em; break-inside: avoid }
    .sign p { flex: 1; border-top: 1px solid #1c1c1c; padding-top: .3em; color: #555 }
    """
}
