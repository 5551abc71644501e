import MinutaCore

/// Markdown with tables of tags and days, and comments as lists.
package enum MarkdownReportFormat: ReportFormat {
  package static let name = "md"
  package static let mediaType = "text/markdown"

  package static func text(of data: ReportData, _ options: ReportOptions) -> String {
    let template = ReportTemplate(data, options)
    let tables = ReportTables(data, options)
    let words = options.words
    var lines: [String] = []
    if !options.header.isEmpty { lines += [template.text(options.header).markdownEscaped, ""] }
    lines += ["# \(data.title.markdownEscaped)", "", data.dateRange.markdownEscaped, ""]
    let dayTitles = ["Day", "Duration"] + (tables.hasTargets ? ["Target"] : [])
    lines += table(["Tag", "Duration", "Share"].map { words.text($0) }, tables.tags) + [""]
    lines += table(dayTitles.map { words.text($0) }, tables.days)
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

  private static func table(_ titles: [String], _ rows: [[String]]) -> [String] {
    let rule = String.markdownRule(areNumbers: titles.indices.map { $0 > 0 })
    return [.markdownRow(titles), rule] + rows.map { .markdownRow($0.map(\.markdownEscaped)) }
  }
}
