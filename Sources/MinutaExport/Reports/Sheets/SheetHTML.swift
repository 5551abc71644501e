/// Writes a sheet as an HTML page that loads nothing and prints on A4 paper.
enum SheetHTML {
  static func text(of sheet: Sheet) -> String {
    let facts = sheet.facts.map { fact in
      "<dt>\(fact.name.xmlEscaped)</dt><dd>\(fact.value.isolatedHTML)</dd>\n"
    }
    let notes = sheet.notes.map { "<p>\($0.xmlEscaped)</p>\n" }
    let signatures = sheet.signatures.map { "<p>\($0.xmlEscaped)</p>\n" }
    let signed =
      signatures.isEmpty ? "" : "<section class=\"sign\">\n\(signatures.joined())</section>\n"
    let head = HTMLHead(title: sheet.title, language: sheet.words.language, style: style)
    return head.text + """
      \(address(sheet.headerLines, "header"))\
      \(address(sheet.sender, "sender"))\(address(sheet.recipient, "recipient"))\
      <h1>\(sheet.title.isolatedHTML)</h1>
      <dl>
      \(facts.joined())</dl>
      <div class="table">
      \(HTMLRenderer().text(of: sheet.table))\
      </div>
      \(notes.joined())\(signed)\(address(sheet.footerLines, "footer"))</body>
      </html>

      """
  }

  private static func address(_ lines: [String], _ style: String) -> String {
    if lines.isEmpty { return "" }
    return "<p class=\"\(style)\">\(lines.map(\.isolatedHTML).joined(separator: "<br>"))</p>\n"
  }

  private static let style = """
    @page { size: A4; margin: 18mm }
    :root { color-scheme: light }
    body { font: 14px/1.5 system-ui, sans-serif; color: #1b2430; background: #fff;
      max-width: 54em; margin: 2.5em auto; padding: 0 1.25em }
    h1 { font-size: 1.75em; line-height: 1.2; margin: 1.4em 0 .5em; overflow-wrap: anywhere }
    .header, .footer { color: #5d6b7e }
    .footer { margin-top: 3em; border-top: 1px solid #d5dce4; padding-top: .4em; font-size: .85em }
    .sender { color: #5d6b7e; text-align: right }
    .sender::first-line { color: #1b2430; font-weight: 700 }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: .1em 1.5em; margin: 0 0 1.75em }
    dt { color: #5d6b7e }
    dd { margin: 0 }
    p, h1, dd, td { unicode-bidi: plaintext }
    .table { overflow-x: auto }
    table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
    th, td { padding: .35em .6em }
    :is(th, td):first-child { padding-left: 0; min-width: 9.5em; overflow-wrap: break-word }
    :is(th, td):last-child { padding-right: 0 }
    th { text-align: left; vertical-align: bottom; border-bottom: 1.5px solid #1b2430 }
    td { border-bottom: 1px solid #d5dce4 }
    .number { text-align: right; vertical-align: top; white-space: nowrap }
    th.number { vertical-align: bottom; white-space: normal }
    tr { break-inside: avoid }
    tbody tr:last-child td { border-bottom: 1.5px solid #1b2430 }
    tfoot td { border-bottom: 0 }
    tfoot tr:last-child td { font-weight: 700 }
    tfoot tr:last-child:not(:first-child) td { font-size: 1.2em; border-top: 1px solid #d5dce4 }
    .sign { display: flex; gap: 3em; margin-top: 5em; break-inside: avoid }
    .sign p { flex: 1; border-top: 1px solid #1b2430; padding-top: .3em; color: #5d6b7e }
    @media print {
      body { font-size: 11px; max-width: none; margin: 0; padding: 0 }
      th, td { padding-block: .2em }
      .sign { margin-top: 4em }
      .footer { margin-top: 2em }
      thead { display: table-header-group }
      tfoot { display: table-row-group }
    }
    """
}
