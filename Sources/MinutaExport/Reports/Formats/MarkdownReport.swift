import MinutaCore

/// Markdown with tables of tags and days, and comments as lists.
enum MarkdownReport {
  static func text(of data: ReportData, _ options: ReportOptions) -> String {
    let template = ReportTemplate(data, options)
    let tables = ReportTables(data, options)
    var lines: [String] = []
    if !options.header.isEmpty { lines += [template.text(options.header).markdownEscaped, ""] }
    lines += ["# \(data.title.markdownEscaped)", "", data.dateRange.markdownEscaped, ""]
    let renderer = MarkdownRenderer()
    lines += [renderer.text(of: tables.tags), String(renderer.text(of: tables.days).dropLast())]
    for day in tables.comments {
      lines += ["", "## \(day.heading.markdownEscaped)", ""]
      for comment in day.comments {
        let text = comment.text.map(\.markdownEscaped).joined(separator: "<br>")
        lines.append("- **\(comment.tag.markdownEscaped)**: \(text)")
      }
    }
    let footer = template.text(options.translatedFooter).markdownEscaped
    return (lines + ["", footer, ""]).joined(separator: "\n")
  }
}
