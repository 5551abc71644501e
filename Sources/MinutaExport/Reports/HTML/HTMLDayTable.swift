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
    hasDue = days.contains { $0.dueSeconds ?? 0 > 0 }
  }

  var section: String {
    if days.isEmpty || page.data.totalSeconds == 0 && !hasDue { return "" }
    let weeks = ChartBucket.all(days, by: .week, page.options.days)
    return page.section(
      "days",
      "Days",
      textColumns,
      sums: numberColumns,
      weeks.map(rows),
      total: sums(of: days)
    )
  }

  private typealias Column = HTMLReportPage.Column

  private var textColumns: [Column] {
    [Column(title: "Day")]
      + (hasSpans ? ["Start", "End"].map { Column(title: $0, kind: .detail) } : [])
      + (hasBars ? [Column(title: "Tags", kind: .picture)] : [])
  }

  private var numberColumns: [Column] {
    let duration = Column(title: "Duration", kind: .number)
    if !hasDue { return [duration] }
    let target = Column(title: "Target", kind: .numberDetail)
    return [duration, target, Column(title: "Balance", kind: .number)]
  }

  private func rows(of week: ChartBucket) -> String {
    let title = page.weekTitle(ofDay: week.firstDay)
    let rows = week.days.map(row).joined()
    return "<tbody>\n\(page.sumRow(title, textColumns.count, sums(of: week.days)))\(rows)</tbody>\n"
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
    if let due = due(on: day), due > 0 || !isFree {
      row += due > 0 ? page.durationCell(due, isDetail: true) : Self.emptyDetail
      row += page.differenceCell(day.totalSeconds - due)
    } else if hasDue {
      row += Self.emptyDetail + "<td data-v=0>"
    }
    return row + "\n"
  }

  private static let emptyDetail = "<td class=detail data-v=0>"

  /// Returns the cells with the sums of days, of which those without a target don't count for the
  /// balance.
  private func sums(of days: some Collection<ReportDay>) -> String {
    let seconds = days.reduce(0) { $0 + $1.totalSeconds }
    if !hasDue { return page.durationCell(seconds) }
    var (target, done) = (0, 0)
    for day in days {
      guard let due = due(on: day) else { continue }
      (target, done) = (target + due, done + day.totalSeconds)
    }
    return page.durationCell(seconds) + page.durationCell(target, isDetail: true)
      + page.differenceCell(done - target)
  }

  /// Returns the seconds due on a day; nil if no target applies, or if the day is to come.
  private func due(on day: ReportDay) -> Int? {
    !hasDue || day.day > page.options.today ? nil : day.dueSeconds
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
      let paint = page.paint(ofSeries: index)
      parts += "<rect fill=\(paint) x=\(percent(from)) width=\(percent(width)) />"
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
