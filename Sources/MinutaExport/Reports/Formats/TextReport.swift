import MinutaCore

/// Plain text for a terminal or an email: totals by tag and day, and comments.
enum TextReport {
  static func text(of data: ReportData, _ options: ReportOptions) -> String {
    let template = ReportTemplate(data, options)
    let tables = ReportTables(data, options)
    var lines = options.header.isEmpty ? [] : [template.text(options.header), ""]
    lines += [data.title, data.dateRange, ""]
    lines += PlainTextRenderer.aligned(tables.tags.rows) + [""]
    lines += PlainTextRenderer.aligned(tables.days.rows)
    for day in tables.comments {
      lines += ["", day.heading]
      for comment in day.comments {
        lines += ["  \(comment.tag): \(comment.text.joined(separator: "\n    "))"]
      }
    }
    return (lines + ["", template.text(options.translatedFooter), ""]).joined(separator: "\n")
  }
}
