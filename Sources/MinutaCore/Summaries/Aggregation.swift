package import Foundation

/// Sums records up: the one routine behind everything that tells totals.
///
/// A record is clipped to the range and cut where a calendar unit ends, so that parts always sum to
/// the whole.
package struct Aggregation: Sendable {
  package let range: TimeRange
  /// How the calendar cuts.
  package let days: LocalCalendar
  /// The outermost first.
  package let dimensions: [SummaryDimension]
  package let rounding: Rounding
  /// Whether a record counts for the days of the zone it was made in, where that is known; the edges
  /// of the range stay where they are.
  package let usesRecordZones: Bool
  private let now: Date

  /// Takes what to sum up.
  ///
  /// - Parameters:
  ///   - days: nil for days from midnight and weeks from Monday, in the zone of the range.
  ///   - now: where running timers end so far.
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

  /// What it looks at beside times and tags.
  var columns: RowColumns {
    var columns: RowColumns = usesRecordZones ? .zones : []
    if dimensions.contains(.comment) { columns.insert(.comments) }
    return columns
  }

  /// Sums records up.
  ///
  /// - Parameters:
  ///   - records: in the order of `TimeRecord.isBefore`.
  ///   - names: the names of tags by id, for the order of groups.
  package func summary(of records: [TimeRecord], names: [UUID: String] = [:]) -> Summary {
    summary(of: RecordRows(records, now: now), names: names)
  }

  /// Sums the rows up that a filter takes.
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
