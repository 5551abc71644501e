import MinutaCore

/// The table of days, with a group of rows for each week.
struct HTMLDayTable {
  private let page: HTMLReportPage
  private let days: [ReportDay]
  private let longest: Int
  private let hasSpans: Bool
  /// Whether days have bars; those of many years would make the page large.
  private let hasBars: Bool
  private let hasDue: Bool

  init(_ page: HTMLReportPage) {
    self.page = page
    days = page.data.days
    longest = days.map(\.totalSeconds).max() ?? 0
    hasSpans = page.showsTimes && days.contains { !$0.spans.isEmpty }
    hasBars = days.count <= 366
    hasDue = days.contains { $0.dueSeconds != nil }
  }

  var section: String {
    if days.isEmpty || page.data.totalSeconds == 0 && !hasDue { return "" }
    let weeks = ChartBucket.all(days, by: .week, page.options.days)
    let due = days.compactMap(\.dueSeconds).reduce(0, +)
    let sums = sums(days.map(\.totalSeconds).reduce(0, +), due: due)
    let sum = page.sumRow("Total", textColumns.count, sums, scope: "row")
    return page.section(
      "days",
      "Days",
      """
      <table class="days">
      \(page.head(textColumns + numberColumns))\(weeks.map(rows).joined())<tfoot>
      \(sum)</tfoot>
      </table>

      """
    )
  }

  private typealias Column = HTMLReportPage.Column

  private var textColumns: [Column] {
    var columns = [Column(title: "Day")]
    if hasSpans { columns += ["Start", "End"].map { Column(title: $0, kind: .detail) } }
    if hasBars { columns.append(Column(title: "Tags", kind: .picture)) }
    return columns
  }

  private var numberColumns: [Column] {
    let titles = hasDue ? ["Duration", "Target", "Balance"] : ["Duration"]
    return titles.map { Column(title: $0, kind: .number) }
  }

  private func rows(of week: ChartBucket) -> String {
    let title = page.weekTitle(ofDay: week.firstDay)
    let sums = sums(week.totalSeconds, due: week.dueSeconds ?? 0)
    let rows = week.days.map(row).joined()
    return "<tbody>\n\(page.sumRow(title, textColumns.count, sums))\(rows)</tbody>\n"
  }

  private func row(of day: ReportDay) -> String {
    let isFree = day.totalSeconds == 0
    var row = "<tr\(isFree ? " class=free" : "")>"
    row += "<th scope=row data-v=\(day.day)>\(page.locale.fullDay(day.day).htmlText)"
    if hasSpans {
      for time in [day.spans.map(\.start).min(), day.spans.map(\.end).max()] {
        row += "<td class=detail>\(clock(time))"
      }
    }
    if hasBars { row += "<td class=detail>\(isFree ? "" : bar(of: day))" }
    row += isFree ? "<td data-v=0>" : page.durationCell(day.totalSeconds)
    if let due = day.dueSeconds, due > 0 || !isFree {
      row += due > 0 ? page.durationCell(due) : "<td data-v=0>"
      row += page.differenceCell(day.totalSeconds - due)
    } else if hasDue {
      row += "<td data-v=0><td data-v=0>"
    }
    return row + "\n"
  }

  /// Returns the cells with the sums of days.
  private func sums(_ seconds: Int, due: Int) -> String {
    if !hasDue { return page.durationCell(seconds) }
    return page.durationCell(seconds) + page.durationCell(due) + page.differenceCell(seconds - due)
  }

  /// Returns a bar whose parts are the tags of a day.
  ///
  /// The charts and the list of records have the same content, so screen readers skip it.
  private func bar(of day: ReportDay) -> String {
    var start = 0
    var parts = ""
    for (index, size) in page.series.seconds(in: [day]).enumerated() where size > 0 {
      let from = start * 1000 / longest
      start += size
      let width = max(1, start * 1000 / longest - from)
      let place = "x=\(percent(from)) width=\(percent(width)) />"
      parts += "<rect class=s\(index) \(place)"
      if let pattern = page.series.items[index].pattern {
        parts += "<rect fill=\(pattern) \(place)"
      }
    }
    return "<svg class=bar aria-hidden=true>\(parts)</svg>"
  }

  private func percent(_ thousandths: Int) -> String {
    thousandths % 10 == 0 ? "\(thousandths / 10)%" : "\(thousandths / 10).\(thousandths % 10)%"
  }

  /// Returns the time that the clock shows so many seconds after the start of a day.
  private func clock(_ seconds: Int?) -> String {
    seconds.map { page.options.days.clockText($0) } ?? ""
  }
}
