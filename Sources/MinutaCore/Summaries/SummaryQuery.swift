package import Foundation

/// Describes how to sum up records: the range, the grouping and the rounding.
///
/// All totals in Minuta are computed here. A record is clipped to the range and split where a
/// calendar unit such as a day ends, so the groups always add up to the total.
package struct SummaryQuery: Sendable {
  package let range: TimeRange
  /// The calendar that defines where days, weeks, months and years begin.
  package let days: LocalCalendar
  /// The dimensions to group by, outermost group first.
  package let dimensions: [SummaryDimension]
  package let rounding: Rounding
  /// Whether each record is split into days by its own time zone, if it has one.
  ///
  /// The start and end of the range always use the calendar's time zone.
  package let usesRecordZones: Bool
  /// Whether the last dimension, which must be the tag, forms a tree: a group for each level of the
  /// names, which contains the groups of the next level.
  package let isTagTree: Bool
  private let now: Date

  /// Creates a query.
  ///
  /// - Parameters:
  ///     - days: the calendar. Nil for days from midnight and weeks from Monday, in the range's
  ///       zone.
  ///     - now: the time up to which running timers count.
  package init(
    range: TimeRange,
    by dimensions: [SummaryDimension] = [],
    days: LocalCalendar? = nil,
    rounding: Rounding = .none,
    usesRecordZones: Bool = false,
    isTagTree: Bool = false,
    now: Date
  ) {
    self.range = range
    self.dimensions = dimensions
    self.days = days ?? LocalCalendar(timeZone: range.timeZone)
    self.rounding = rounding
    self.usesRecordZones = usesRecordZones
    self.isTagTree = isTagTree
    self.now = now
  }

  /// The optional columns of rows that this query needs.
  var columns: OptionalRowColumns {
    var columns: OptionalRowColumns = usesRecordZones ? .zones : []
    if dimensions.contains(where: { $0 == .comment || $0.isLabel }) { columns.insert(.comments) }
    return columns
  }

  /// Whether groups are levels of tag names.
  var usesTagLevels: Bool {
    isTagTree || dimensions.contains { if case .tagLevel = $0 { true } else { false } }
  }

  /// Sums up records.
  ///
  /// - Parameters:
  ///     - records: the records, sorted by `TimeRecord.isBefore`.
  ///     - names: the tag names by id, needed to sort groups.
  package func summary(of records: [TimeRecord], names: [UUID: String] = [:]) -> Summary {
    summary(of: InMemoryRowSource(records, now: now), names: names)
  }

  /// Sums up the rows that match a filter.
  ///
  /// - Parameters:
  ///     - names: the tag names by id, needed to sort groups.
  package func summary(
    of source: any RecordRowSource,
    where filter: CompiledRecordFilter = .all,
    names: [UUID: String] = [:]
  ) -> Summary {
    let levels = usesTagLevels ? TagLevelTable(source.lookup, names) : nil
    var sums = SummaryAccumulator(self, source.lookup, levels)
    source.forEachBlock { sums.add($0, where: filter) }
    return SummaryBuilder(self, sums, source.lookup, names, levels).summary
  }

  /// Sums up the rows that match a filter by their labels.
  func labelTotals(
    of source: any RecordRowSource,
    where filter: CompiledRecordFilter
  ) -> [LabelTotal] {
    var sums = LabelTotals(source.lookup)
    source.forEachBlock { rows in
      sums.add(
        filter.isAll ? rows : rows.filter(filter.matches),
        from: range.from?.unixSeconds ?? .min,
        to: range.to?.unixSeconds ?? .max
      )
    }
    return sums.totals
  }
}
