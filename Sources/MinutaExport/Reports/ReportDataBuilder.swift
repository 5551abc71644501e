package import MinutaCore

/// Collects the content of a report from the records.
package struct ReportDataBuilder {
  private let tracker: any TrackingServices
  private let options: ReportOptions
  private let filter: RecordFilter
  private let targets: TargetPlan
  /// The maximum number of comments.
  private let commentLimit: Int

  package init(
    _ tracker: any TrackingServices,
    _ options: ReportOptions,
    filter: RecordFilter = .all,
    targets: TargetPlan = TargetPlan(),
    commentLimit: Int = .max
  ) {
    self.tracker = tracker
    self.options = options
    self.filter = filter
    self.targets = targets
    self.commentLimit = commentLimit
  }

  /// Returns the content.
  ///
  /// - Parameter listsRecords: whether the format lists the records.
  package func data(listsRecords: Bool) throws -> ReportData {
    let query = SummaryQuery(
      range: options.range,
      by: [.tag, .day],
      days: options.days,
      now: tracker.now
    )
    let summarized = try tracker.summary(query, of: filter)
    var table = ReportTagTable(summarized, hidesTags: options.hidden.contains(.tags))
    let covered = coveredDays(summarized.summary)
    var days = table.days(summarized.summary, covered)
    try addDue(to: &days, covered)
    let locale = ReportLocale(options.locale)
    var data = ReportData(
      title: options.title.reportText,
      dateRange: covered.isEmpty
        ? "All time" : locale.range(covered.lowerBound, covered.upperBound - 1),
      timeZone: options.days.timeZone.name,
      totalSeconds: summarized.summary.totalSeconds,
      days: days,
      tags: table.tags,
      comments: [],
      omittedComments: 0,
      records: [],
      balance: try balance()
    )
    try addRows(to: &data, &table)
    if listsRecords, !options.hidden.contains(.records) {
      data.records = try records(&table)
    }
    return data
  }

  /// Returns the days of the range, counted from 1970-01-01.
  ///
  /// A range without a start or an end begins or ends with its first or last day with a record.
  private func coveredDays(_ summary: Summary) -> Range<Int> {
    let keys = summary.groups.flatMap { $0.groups ?? [] }.compactMap(\.key.day)
    let from = options.range.from.map { options.days.day(at: $0.unixSeconds) } ?? keys.min()
    let to = options.range.to.map { options.days.day(at: $0.unixSeconds - 1) } ?? keys.max()
    guard let first = from ?? to, let last = to ?? from else { return 0..<0 }
    return first..<max(first, last) + 1
  }

  /// Adds the seconds due on each day, if the report has all records.
  private func addDue(to days: inout [ReportDay], _ covered: Range<Int>) throws {
    guard case .all = filter, let due = targets.dueSeconds(on: covered, by: options.days) else {
      return
    }
    for index in days.indices { days[index].dueSeconds = due[days[index].day] ?? 0 }
  }

  private func balance() throws -> ReportBalance? {
    let balances = try tracker.balances(
      targets,
      in: options.range,
      of: filter,
      by: options.days
    )
    return balances.first.map {
      ReportBalance(dueSeconds: $0.dueSeconds, doneSeconds: $0.doneSeconds)
    }
  }

  /// Adds the spans of days and the comments, which are both read from the index.
  private func addRows(to data: inout ReportData, _ table: inout ReportTagTable) throws {
    let isDrawable = options.needsSpans || data.days.count <= ReportData.timelineLimit
    let hasSpans = isDrawable && !options.hidden.contains(.times)
    let hasComments = !options.hidden.contains(.comments)
    if !hasSpans, !hasComments { return }
    var spans = ReportSpanCollector(options, firstDay: data.days.first?.day ?? 0, data.days.count)
    var comments = ReportCommentCollector(options, limit: commentLimit)
    let columns: OptionalRowColumns = hasComments ? [.comments, .images] : []
    try tracker.forEachRow(in: options.range, of: filter, columns) { row, lookup in
      let tag = table.index(of: lookup.tags[Int(row.tag)])
      if hasSpans { spans.add(row, tag: tag) }
      if hasComments { comments.add(row, lookup.comments[Int(row.comment)], tag: tag) }
    }
    for (index, found) in spans.spans.enumerated() { data.days[index].spans = found }
    if !options.hidden.contains(.images) { try comments.addImages(tracker, filter) }
    (data.comments, data.omittedComments) = (comments.comments, comments.omitted)
  }

  private func records(_ table: inout ReportTagTable) throws -> [ReportRecord] {
    var records: [ReportRecord] = []
    let clock = LocalTimeConverter(timeZone: options.days.timeZone)
    try tracker.forEachPart(in: options.range, of: filter, includesEarlier: true) { part in
      for tagged in part {
        let record = tagged.record
        let end = record.end(at: tracker.now)
        guard let shown = options.range.clip(record.startTime, end) else { continue }
        let hidesTimes = options.hidden.contains(.times)
        let hidesComments = options.hidden.contains(.comments)
        records.append(
          ReportRecord(
            id: record.id,
            day: options.days.day(at: shown.start.unixSeconds),
            start: hidesTimes ? "" : clock.time(at: shown.start).minuteText,
            end: hidesTimes || record.isRunning ? nil : clock.time(at: shown.end).minuteText,
            seconds: shown.end.unixSeconds - shown.start.unixSeconds,
            tag: table.index(of: record.tagId),
            comment: hidesComments ? nil : record.comment?.reportText
          )
        )
      }
    }
    return records
  }
}

extension ReportData {
  /// The maximum number of days whose hours are drawn.
  package static let timelineLimit = 31
}

extension SummaryGroup.Key {
  /// The day of a group by day, counted from 1970-01-01.
  var day: Int? {
    guard case .date(let text) = self else { return nil }
    return DateText(text)?.date(.yearMonthDay)?.daysSince1970
  }
}
