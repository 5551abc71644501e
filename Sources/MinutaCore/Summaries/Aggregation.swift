package import Foundation

/// Sums up records.
///
/// All totals in Minuta come from here.
///
/// A record is clipped to the range and split at the boundaries of calendar units, so the groups
/// always add up to the total.
package struct Aggregation: Sendable {
  package let range: TimeRange
  /// The calendar that defines the boundaries.
  package let days: LocalCalendar
  /// The dimensions to group by, outermost first.
  package let dimensions: [SummaryDimension]
  package let rounding: Rounding
  /// Whether a record counts for the days of its own time zone, if that is known.
  ///
  /// The edges of the range don't change.
  package let usesRecordZones: Bool
  private let now: Date

  /// Creates an aggregation.
  ///
  /// - Parameters:
  ///   - days: the calendar. Nil for days from midnight and weeks from Monday, in the range's zone.
  ///   - now: the provisional end of running timers.
  package init(
    range: TimeRange,
    by dimensions: [SummaryDimension] = [],
    days: LocalCalendar? = nil,
    rounding: Rounding = .none,
    usesRecordZones: Bool = false,
    now: Date
  ) {
    self.range = range
    self.dimensions = dimensions
    self.days = days ?? LocalCalendar(timeZone: range.timeZone)
    self.rounding = rounding
    self.usesRecordZones = usesRecordZones
    self.now = now
  }

  /// The columns that it needs, apart from times and tags.
  var columns: RowColumns {
    var columns: RowColumns = usesRecordZones ? .zones : []
    if dimensions.contains(.comment) { columns.insert(.comments) }
    return columns
  }

  /// Sums up records.
  ///
  /// - Parameters:
  ///   - records: sorted by `TimeRecord.isBefore`.
  ///   - names: the tag names by id, to sort the groups.
  package func summary(of records: [TimeRecord], names: [UUID: String] = [:]) -> Summary {
    summary(of: RecordRows(records, now: now), names: names)
  }

  /// Sums up the rows that match a filter.
  package func summary(
    of source: any RowSource,
    where filter: RowFilter = .all,
    names: [UUID: String] = [:]
  ) -> Summary {
    var sums = SummaryAccumulator(self, source.lookup)
    source.forEachBlock { sums.add($0, where: filter) }
    return SummaryBuilder(self, sums, source.lookup, names).summary
  }
}
