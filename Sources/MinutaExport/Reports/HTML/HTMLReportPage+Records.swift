import MinutaCore

/// The table of records, with a group of rows for each day.
extension HTMLReportPage {
  var recordSection: String {
    guard showsRecords else { return "" }
    let days = data.records.consecutive(by: \.day)
    let sum = durationCell(data.records.map(\.seconds).reduce(0, +))
    return section(
      "records",
      "Records",
      """
      \(tools)<table class="records\(showsComments ? " comments" : "")">
      \(head(recordColumns))\(days.map(rows).joined())<tfoot>
      \(sumRow("Total", recordColumns.count - 1, sum, scope: "row"))</tfoot>
      </table>

      """
    )
  }

  private var recordColumns: [Column] {
    let shown = [(showsTimes, "Time"), (showsTags, "Tag"), (showsComments, "Comment")]
    return shown.filter(\.0).map { Column(title: $0.1) }
      + [Column(title: "Duration", kind: .number)]
  }

  /// The controls, which the script shows, because they need it.
  private var tools: String {
    let tag =
      "<label>Tag <select id=\"tag\"><option value=\"\">All tags</option></select></label>\n"
    let groups = ["Day", "Week"] + (showsTags ? ["Tag"] : []) + ["None"]
    let options = groups.map { "<option>\($0)</option>" }.joined()
    return """
      <div class="tools" role="search" hidden>
      <label>Search <input type="search" id="search" autocomplete="off"></label>
      \(showsTags ? tag : "")<label>Group by <select id="group">\(options)</select></label>
      <button type="button" id="reset">Show all</button>
      <output id="shown" for="search"></output>
      </div>

      """
  }

  private func rows(of day: ArraySlice<ReportRecord>) -> String {
    guard let number = day.first?.day else { return "" }
    let sum = durationCell(day.map(\.seconds).reduce(0, +))
    let title = locale.fullDay(number).htmlText
    let head = sumRow(title, recordColumns.count - 1, sum)
    let week = weekTitle(ofDay: number)
    var rows = "<tbody data-day=\(number) data-week=\"\(week)\">\n\(head)"
    for record in day { add(record, to: &rows) }
    return rows + "</tbody>\n"
  }

  private func add(_ record: ReportRecord, to rows: inout String) {
    rows += "<tr \(colorClass(ofTag: record.tag))>"
    if showsTimes { rows += "<td>\(record.start)–\(record.end ?? "now")" }
    if showsTags { rows += "<td class=tag>\(name(ofTag: record.tag))" }
    if showsComments { rows += "<td>\(comment(of: record).htmlText)" }
    rows += "\(durationCell(record.seconds))\n"
  }

  private func comment(of record: ReportRecord) -> String {
    let comment = record.comment ?? ""
    guard let count = imageCounts[record.id] else { return comment }
    return "\(comment) (\(count.counted("image")))"
  }

  /// Returns the title of the week that contains a day, such as `Week of Mon 16 Nov 2026`.
  func weekTitle(ofDay day: Int) -> String {
    let first = options.days.days(of: .week, containing: day).lowerBound
    return "Week of \(locale.fullDay(first).htmlText)"
  }
}
