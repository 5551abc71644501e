package import Foundation

extension TimeTracker {
  /// Returns the tags, sorted by name.
  package func tags(includingArchived: Bool) throws(TrackingError) -> [Tag] {
    let tags = try transaction.tags().tags.filter { includingArchived || !$0.isArchived }
    return tags.sorted { $0.name < $1.name }
  }

  /// Returns the records that overlap a range and match a filter, with their total time.
  ///
  /// - Parameter limit: the maximum number of records, of which the newest are returned; nil for
  ///   all of them.
  package func records(
    in range: TimeRange,
    of filter: RecordFilter,
    limit: Int?
  ) throws(TrackingError) -> RecordList {
    guard let limit else {
      let records = try selected(range, filter)
      return RecordList(
        records: try tagged(records),
        count: records.count,
        totalSeconds: SummaryQuery(range: range, now: now).summary(of: records).totalSeconds
      )
    }
    // Rows are much faster to read than records, so only the records of the result are read.
    var (starts, seconds) = ([Int](), 0)
    let (from, to) = (range.from?.unixSeconds ?? .min, range.to?.unixSeconds ?? .max)
    try forEachRow(in: range, of: filter, []) { row, _ in
      starts.append(row.start)
      seconds += row.part(from: from, to: to).map { $0.end - $0.start } ?? 0
    }
    let first = starts.suffix(limit).first.map { Date(timeIntervalSince1970: Double($0)) }
    let newest = TimeRange(from: first, to: range.to, timeZone: range.timeZone)
    let records = first == nil ? [] : try selected(newest, filter).suffix(limit)
    return RecordList(
      records: try tagged(Array(records)),
      count: starts.count,
      totalSeconds: seconds
    )
  }

  /// Computes a summary of the records that match a filter.
  package func summary(
    _ query: SummaryQuery,
    of filter: RecordFilter
  ) throws(TrackingError) -> SummaryWithTags {
    try summary(query, of: filter, checking: .months)
  }

  private func summary(
    _ plan: SummaryQuery,
    of filter: RecordFilter,
    checking: FreshnessCheckScope
  ) throws(TrackingError) -> SummaryWithTags {
    let tags = try transaction.tags().byID
    let rows = try transaction.rows(
      in: plan.range,
      now: now,
      columns: filter.columns.union(plan.columns),
      checking: checking
    )
    let compiled = try compiled(filter, rows.lookup)
    let summary = plan.summary(
      of: rows,
      where: compiled,
      names: tags.mapValues(\.name)
    )
    return SummaryWithTags(summary: summary, tags: tags)
  }

  /// Returns the labels of the records that overlap a range and match a filter, with their totals.
  package func labels(
    in range: TimeRange,
    of filter: RecordFilter
  ) throws(TrackingError) -> [LabelTotal] {
    let rows = try transaction.rows(
      in: range,
      now: now,
      columns: filter.columns.union(.comments),
      checking: .months
    )
    let compiled = try compiled(filter, rows.lookup)
    return SummaryQuery(range: range, now: now).labelTotals(of: rows, where: compiled)
  }

  func sum(
    in range: TimeRange,
    by days: LocalCalendar,
    of filter: RecordFilter
  ) throws(TrackingError) -> Summary {
    try summary(SummaryQuery(range: range, days: days, now: now), of: filter).summary
  }

  /// Returns the running timers, and the total time of today.
  ///
  /// - Parameter day: today.
  package func status(on day: TimeRange) throws(TrackingError) -> TimerStatus {
    let plan = SummaryQuery(range: day, now: now)
    // Compute the sum first. It checks today's files for edits, which may have restarted a timer.
    let today = try summary(plan, of: .all, checking: .records).summary
    let running = try tagged(try transaction.runningRecords())
    return TimerStatus(running: running, todaySeconds: today.totalSeconds)
  }

  /// Returns the records that overlap a range and match a filter.
  func selected(
    _ range: TimeRange,
    _ filter: RecordFilter
  ) throws(TrackingError) -> [TimeRecord] {
    try matching(try transaction.records(in: range, now: now), filter)
  }

  /// Returns those of the records that match a filter.
  func matching(
    _ records: [TimeRecord],
    _ filter: RecordFilter
  ) throws(TrackingError) -> [TimeRecord] {
    if case .all = filter { return records }
    let rows = InMemoryRowSource(records, now: now)
    let compiled = try compiled(filter, rows.lookup)
    return zip(records, rows.rows).filter { compiled.matches($0.1) }.map(\.0)
  }

  func compiled(
    _ filter: RecordFilter,
    _ lookup: RowLookupTable
  ) throws(TrackingError) -> CompiledRecordFilter {
    try filter.compiled(lookup) { tag, scope throws(TrackingError) in
      try transaction.tags().ids(tag, scope)
    }
  }
}

package struct RecordList: Sendable {
  /// The newest records, as many as the limit allows.
  package let records: [TaggedRecord]
  /// The number of records without a limit.
  package let count: Int
  /// The time of all these records in seconds, counting only the parts that lie in the range.
  package let totalSeconds: Int
}

package struct SummaryWithTags: Sendable {
  package let summary: Summary
  package let tags: [UUID: Tag]
}

package struct TimerStatus: Sendable {
  package let running: [TaggedRecord]
  /// The total time of today's records in seconds, counting only the parts that lie within today.
  package let todaySeconds: Int
}
