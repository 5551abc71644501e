import MinutaCore

/// Markdown with tables of tags and days, and comments as lists.
package enum MarkdownReportFormat: ReportFormat {
  package static let name = "md"
  package static let mediaType = "text/markdown"

  package static func text(of data: ReportData, _ options: ReportOptions) -> String {
    let template = ReportTemplate(data, options)
    let tables = ReportTables(data, options)
    var lines: [String] = []
    if !options.header.isEmpty { lines += [template.text(options.header).markdownEscaped, ""] }
    lines += ["# \(data.title.markdownEscaped)", "", data.dateRange.markdownEscaped, ""]
    lines += table(["Tag", "Duration", "Share"], tables.tags) + [""]
    lines += table(["Day", "Duration"] + (tables.hasTargets ? ["Target"] : []), tables.days)
    for day in tables.comments {
      lines += ["", "## \(day.heading.markdownEscaped)", ""]
      for comment in day.comments {
        let text = comment.text.map(\.markdownEscaped).joined(separator: "<br>")
        lines.append("- **\(comment.tag.markdownEscaped)**: \(text)")
      }
    }
    return (lines + ["", template.text(options.footer).markdownEscaped, ""]).joined(separator: "\n")
  }

  private static func table(_ titles: [String], _ rows: [[String]]) -> [String] {
    let rule = String.markdownRule(areNumbers: titles.indices.map { $0 > 0 })
    return [.markdownRow(titles), rule] + rows.map { .markdownRow($0.map(\.markdownEscaped)) }
  }
}
