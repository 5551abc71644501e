import MinutaCore

extension ForwardingServices {
  func status(on day: TimeRange) throws(TrackingError) -> TimerStatus {
    try base.status(on: day)
  }

  func appState(on day: TimeRange) throws(TrackingError) -> TrackingOverview {
    try base.appState(on: day)
  }

  func records(
    in range: TimeRange,
    of filter: RecordFilter,
    limit: Int?
  ) throws(TrackingError) -> RecordList {
    try base.records(in: range, of: filter, limit: limit)
  }

  func summary(
    _ query: SummaryQuery,
    of filter: RecordFilter
  ) throws(TrackingError) -> SummaryWithTags {
    try base.summary(query, of: filter)
  }

  func labels(in range: TimeRange, of filter: RecordFilter) throws(TrackingError) -> [LabelTotal] {
    try base.labels(in: range, of: filter)
  }

  func forEachPart(
    in range: TimeRange,
    of filter: RecordFilter,
    includesEarlier: Bool,
    _ body: ([TaggedRecord]) throws -> Void
  ) throws {
    try base.forEachPart(in: range, of: filter, includesEarlier: includesEarlier, body)
  }

  func currentTargetBalances(
    _ plan: TargetPlan,
    by days: LocalCalendar
  ) throws(TrackingError) -> [TargetBalance] {
    try base.currentTargetBalances(plan, by: days)
  }

  func balances(
    _ plan: TargetPlan,
    in range: TimeRange,
    of filter: RecordFilter,
    by days: LocalCalendar
  ) throws(TrackingError) -> [TargetBalance] {
    try base.balances(plan, in: range, of: filter, by: days)
  }

  func gaps(in range: TimeRange, by days: LocalCalendar) throws(TrackingError) -> [UntrackedGap] {
    try base.gaps(in: range, by: days)
  }

  func forEachRow(
    in range: TimeRange,
    of filter: RecordFilter,
    _ columns: OptionalRowColumns,
    _ body: (RecordRow, RowLookupTable) -> Void
  ) throws(TrackingError) {
    try base.forEachRow(in: range, of: filter, columns, body)
  }
}
