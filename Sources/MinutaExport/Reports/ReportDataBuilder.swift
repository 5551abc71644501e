import Foundation
package import MinutaCore

/// Collects the content of a report from the records.
package struct ReportDataBuilder {
  private let tracker: TimeTracker
  private let options: ReportOptions
  private let filter: RecordFilter
  private let targets: TargetPlan
  /// The maximum number of records whose comments are read.
  private let commentedRecordLimit: Int

  package init(
    _ tracker: TimeTracker,
    _ options: ReportOptions,
    filter: RecordFilter = .all,
    targets: TargetPlan = TargetPlan(),
    commentedRecordLimit: Int = .max
  ) {
    self.tracker = tracker
    self.options = options
    self.filter = filter
    self.targets = targets
    self.commentedRecordLimit = commentedRecordLimit
  }

  /// Returns the content.
  ///
  /// - Parameter listsRecords: whether the format lists the records.
  package func data(listsRecords: Bool) throws -> ReportData {
    var (data, table) = try base()
    let locale = ReportLocale(options.locale)
    data.title = options.title.reportText
    if let first = data.days.first, let last = data.days.last {
      data.dateRange = locale.range(first.day, last.day)
    }
    let balance = try balance()
    data.balance = balance.map {
      ReportBalance(dueSeconds: $0.dueSeconds, doneSeconds: $0.doneSeconds)
    }
    let first = balance?.days.lowerBound ?? .max
    for index in data.days.indices where data.days[index].day < first {
      data.days[index].dueSeconds = nil
    }
    try addSpans(to: &data, &table)
    let lists = listsRecords && !options.hidden.contains(.records)
    try addRecords(to: &data, &table, listsRecords: lists)
    data.tags = ReportColorSeparator.separate(table.tags)
    return data
  }

  /// Returns the days and tags without the title, the text of the range, and the balance; tags keep
  /// their own colors.
  ///
  /// To format the range takes longer than to collect the days of a week.
  package func days() throws -> ReportData {
    var (data, table) = try base()
    try addSpans(to: &data, &table)
    data.tags = table.tags
    return data
  }

  /// Returns the totals of days and tags.
  private func base() throws -> (data: ReportData, table: ReportTagTable) {
    let query = SummaryQuery(
      range: options.range,
      by: [.tag, .day],
      days: options.days,
      now: tracker.now
    )
    let summarized = try tracker.summary(query, of: filter)
    let table = ReportTagTable(summarized, options)
    let covered = coveredDays(summarized.summary)
    var days = table.days(summarized.summary, covered)
    try addDue(to: &days, covered)
    let data = ReportData(
      title: "",
      dateRange: options.words.text("All time"),
      timeZone: options.days.timeZone.name,
      totalSeconds: summarized.summary.totalSeconds,
      wallSeconds: summarized.summary.wallSeconds,
      days: days,
      tags: table.tags,
      comments: [],
      omitsComments: false,
      records: [],
      balance: nil
    )
    return (data, table)
  }

  /// Returns the days of the range, counted from 1970-01-01.
  ///
  /// A range without a start or an end begins or ends with its first or last day with a record.
  private func coveredDays(_ summary: Summary) -> Range<Int> {
    let tags = summary.groups.compactMap(\.groups)
    let from =
      options.range.from.map { options.days.day(at: $0.unixSeconds) }
      ?? tags.compactMap { $0.first?.key.day }.min()
    let to =
      options.range.to.map { options.days.day(at: $0.unixSeconds - 1) }
      ?? tags.compactMap { $0.last?.key.day }.max()
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

  /// Returns the balance of the target for all records, or for the tag of the report.
  private func balance() throws -> TargetBalance? {
    let balances = try tracker.balances(
      targets,
      in: options.range,
      of: filter,
      by: options.days
    )
    switch filter {
    case .all: return balances.first { $0.tag == nil }
    case .tag(let reference, .subtree):
      let path = try path(of: reference)
      return balances.first { $0.tag.map { TagPath($0) } == path }
    default: return nil
    }
  }

  private func path(of reference: TagReference) throws -> TagPath? {
    switch reference {
    case .name(let name): TagPath(name)
    case .id(let id):
      try tracker.tags(includingArchived: true).first { $0.id == id }.map { TagPath($0.name) }
    }
  }

  /// Adds the spans of days, which are read from the index.
  private func addSpans(to data: inout ReportData, _ table: inout ReportTagTable) throws {
    let isDrawable = options.needsSpans || data.days.count <= ReportData.timelineLimit
    if !isDrawable || options.hidden.contains(.times) { return }
    var spans = ReportSpanCollector(options, firstDay: data.days.first?.day ?? 0, data.days.count)
    try tracker.forEachRow(in: options.range, of: filter, []) { row, lookup in
      spans.add(row, tag: table.index(of: lookup.tags[Int(row.tag)]))
    }
    for (index, found) in spans.spans.enumerated() { data.days[index].spans = found }
  }

  /// Adds the comments, and the records if the format lists them.
  ///
  /// The index has no comments, so the files of the records are read.
  private func addRecords(
    to data: inout ReportData,
    _ table: inout ReportTagTable,
    listsRecords: Bool
  ) throws {
    let hasComments = !options.hidden.contains(.comments) && commentedRecordLimit > 0
    if !listsRecords, !hasComments { return }
    let records = table.tags.reduce(0) { $0 + $1.records }
    if !listsRecords, records > commentedRecordLimit {
      data.omitsComments = true
      return
    }
    try tracker.forEachPart(in: options.range, of: filter, includesEarlier: true) { part in
      for tagged in part {
        let record = tagged.record
        let end = record.end(at: tracker.now)
        guard let shown = options.range.clip(record.startTime, end) else { continue }
        let tag = table.index(of: record.tagId)
        if hasComments { addComment(of: record, at: shown.start, tag, to: &data) }
        if listsRecords { data.records.append(self.record(record, shown, tag)) }
      }
    }
  }

  private func addComment(
    of record: TimeRecord,
    at start: Date,
    _ tag: Int,
    to data: inout ReportData
  ) {
    let text = options.shownText(of: record.comment)
    let images = options.hidden.contains(.images) ? [] : record.images
    if text == nil, images.isEmpty { return }
    data.comments.append(
      ReportComment(
        recordId: images.isEmpty ? nil : record.id,
        day: options.days.day(at: start.unixSeconds),
        tag: tag,
        comment: text ?? "",
        imageFilenames: images
      )
    )
  }

  /// Returns the part of a record within the range.
  private func record(
    _ record: TimeRecord,
    _ shown: (start: Date, end: Date),
    _ tag: Int
  ) -> ReportRecord {
    let clock = LocalTimeConverter(timeZone: options.days.timeZone)
    let hidesTimes = options.hidden.contains(.times)
    let hidesComments = options.hidden.contains(.comments)
    return ReportRecord(
      id: record.id,
      day: options.days.day(at: shown.start.unixSeconds),
      start: hidesTimes ? "" : clock.time(at: shown.start).minuteText,
      end: hidesTimes || record.isRunning ? nil : clock.time(at: shown.end).minuteText,
      seconds: shown.end.unixSeconds - shown.start.unixSeconds,
      tag: tag,
      comment: hidesComments ? nil : options.shownText(of: record.comment)
    )
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
    // A long range has thousands of days for each tag, so this reads the digits without `DateText`.
    guard text.utf8.count == 10 else { return nil }
    let number = text.utf8.reduce(0) { number, byte in
      byte == UInt8(ascii: "-") ? number : number &* 10 &+ Int(byte) &- 0x30
    }
    let (year, month, day) = (number / 10_000, number / 100 % 100, number % 100)
    return CivilTime(year: year, month: month, day: day)?.daysSince1970
  }
}
