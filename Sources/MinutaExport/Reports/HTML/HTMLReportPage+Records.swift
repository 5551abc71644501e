import MinutaCore

/// The table of records, with a group of rows for each day.
extension HTMLReportPage {
  var recordSection: String {
    guard showsRecords else { return "" }
    let days = data.records.consecutive(by: \.day)
    return section(
      "records",
      "Records",
      recordColumns,
      sums: [Column(title: "Duration", kind: .number, key: "duration")],
      days.map(rows),
      total: durationCell(data.records.map(\.seconds).reduce(0, +)),
      classes: showsComments ? " comments" : "",
      tools: tools
    )
  }

  private var recordColumns: [Column] {
    let shown = [(showsTimes, "Time"), (showsTags, "Tag"), (showsComments, "Comment")]
    return shown.filter(\.0).map { Column(title: $0.1, key: $0.1.lowercased()) }
  }

  /// The controls, which the script shows, because they need it, with the words that it needs.
  private var tools: String {
    let all = words.text("All tags").htmlText
    let tag =
      "\(label("Tag"))<select id=\"tag\"><option value=\"\">\(all)</option></select></label>\n"
    let groups = ["Day", "Week"] + (showsTags ? ["Tag"] : []) + ["None"]
    let options = groups.map { group in
      "<option value=\"\(group.lowercased())\">\(words.text(group).htmlText)</option>"
    }
    return """
      <div class="tools" role="search" hidden\(scriptWords)>
      \(label("Search"))<input type="search" id="search" autocomplete="off"></label>
      \(showsTags ? tag : "")\(label("Group by"))<select id="group">\(options.joined())</select></label>
      <button type="button" id="reset">\(words.text("Show all").htmlText)</button>
      <output id="shown" for="search"></output>
      </div>

      """
  }

  private func label(_ word: String) -> String { "<label>\(words.text(word).htmlText) " }

  /// The words of the script, as attributes.
  private var scriptWords: String {
    let shown = "{shown} of {count} records, {time} of {total}"
    let texts = [
      "day": "Day", "total": "Total", "part": "Total of the records shown", "shown": shown,
      "one": "{count} record", "other": "{count} records",
    ]
    let attributes = texts.sorted { $0.key < $1.key }.map { name, word in
      " data-\(name)=\"\(words.text(word).htmlText)\""
    }
    return attributes.joined()
  }

  private func rows(of day: ArraySlice<ReportRecord>) -> String {
    guard let number = day.first?.day else { return "" }
    let sum = durationCell(day.map(\.seconds).reduce(0, +))
    let head = sumRow(locale.fullDay(number), recordColumns.count, sum)
    let week = weekTitle(ofDay: number).htmlText
    var rows = "<tbody data-day=\(number) data-week=\"\(week)\">\n\(head)"
    for record in day { add(record, to: &rows) }
    return rows + "</tbody>\n"
  }

  private func add(_ record: ReportRecord, to rows: inout String) {
    rows += "<tr \(colorClass(ofTag: record.tag))>"
    if showsTimes { rows += "<td>\(record.start)–\(record.end ?? now)" }
    if showsTags { rows += "<th>\(name(ofTag: record.tag))" }
    if showsComments { rows += "<td>\(comment(of: record).isolatedHTML)" }
    // The script reads whole minutes from the text, so a page of many records stays small.
    let value = record.seconds % 60 == 0 ? "" : " data-v=\(record.seconds)"
    rows += "<td\(value)>\(DurationFormat.text(seconds: record.seconds))\n"
  }

  private func comment(of record: ReportRecord) -> String {
    let comment = record.comment ?? ""
    guard let count = imageCounts[record.id] else { return comment }
    return "\(comment) (\(words.images(count)))"
  }

  /// Returns the title of the week that contains a day, such as `Week of Mon 16 Nov 2026`.
  func weekTitle(ofDay day: Int) -> String {
    let first = options.days.days(of: .week, containing: day).lowerBound
    return words.text("Week of {day}", ["{day}": locale.fullDay(first)])
  }
}
