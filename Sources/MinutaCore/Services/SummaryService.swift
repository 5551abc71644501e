/// The operations that read several records and sum up their time.
package protocol SummaryService {
  /// Returns the running timers, and the total time of today.
  ///
  /// - Parameter day: today.
  func status(on day: TimeRange) throws(TrackingError) -> TimerStatus

  /// Returns the data that an editor or a status bar shows.
  ///
  /// - Parameter day: today.
  func appState(on day: TimeRange) throws(TrackingError) -> TrackingOverview

  /// Returns the records that overlap a range and match a filter, with their total time.
  ///
  /// - Parameter limit: the maximum number of records, of which the newest are returned; nil for
  ///   all of them.
  func records(
    in range: TimeRange,
    of filter: RecordFilter,
    limit: Int?
  ) throws(TrackingError) -> RecordList

  /// Computes a summary of the records that match a filter.
  func summary(
    _ query: SummaryQuery,
    of filter: RecordFilter
  ) throws(TrackingError) -> SummaryWithTags

  /// Returns the labels of the records that overlap a range and match a filter, with their totals.
  func labels(
    in range: TimeRange,
    of filter: RecordFilter
  ) throws(TrackingError) -> [LabelTotal]

  /// Returns the periods without a record between the first and the last record of each day, up to
  /// now, in order.
  func gaps(
    in range: TimeRange,
    by days: LocalCalendar
  ) throws(TrackingError) -> [UntrackedGap]

  /// Calls `body` with the rows that overlap a range and match a filter, sorted by start.
  ///
  /// - Parameter columns: the optional columns that `body` reads.
  func forEachRow(
    in range: TimeRange,
    of filter: RecordFilter,
    _ columns: OptionalRowColumns,
    _ body: (RecordRow, RowLookupTable) -> Void
  ) throws(TrackingError)

  /// Calls `body` with the records that start in a range and match a filter, in parts sorted by
  /// start, so that a long history needs little memory.
  ///
  /// - Parameter includesEarlier: whether records that start before the range and end in it are
  ///   included.
  func forEachPart(
    in range: TimeRange,
    of filter: RecordFilter,
    includesEarlier: Bool,
    _ body: ([TaggedRecord]) throws -> Void
  ) throws

  /// Returns the progress of each target in the current day, week or month, depending on its
  /// period.
  func currentTargetBalances(
    _ plan: TargetPlan,
    by days: LocalCalendar
  ) throws(TrackingError) -> [TargetBalance]

  /// Returns the progress of each target in a range, up to today.
  ///
  /// - Parameter filter: all records, or a tag with or without the tags below it. Only the targets
  ///   that count exactly the records of these tags are returned.
  func balances(
    _ plan: TargetPlan,
    in range: TimeRange,
    of filter: RecordFilter,
    by days: LocalCalendar
  ) throws(TrackingError) -> [TargetBalance]
}
