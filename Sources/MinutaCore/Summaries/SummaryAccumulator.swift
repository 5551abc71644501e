import Foundation

/// Sums up rows, which must be added sorted by start.
///
/// To be fast, it only adds integers for each row. It uses the calendar only once for each hour,
/// day, week, month or year that contains rows.
struct SummaryAccumulator {
  /// The part of a row that determines its group in one dimension.
  private enum GroupKeySource {
    case tag
    /// The tag's group at a level of the tag names.
    case tagLevel(Int)
    /// The tag's groups at all levels of the tag names, up to a maximum.
    case tagTree(Int)
    case comment
    /// The calendar unit that contains the row's time.
    ///
    /// The associated value is the index of the dimension in the `CalendarBuckets`.
    case calendar(Int)
  }

  private let from: Int
  private let to: Int
  private let sources: [GroupKeySource]
  private let levels: TagLevelTable?
  private let isCut: Bool
  private let usesRowZones: Bool
  private let rounding: Rounding
  private let isRounded: Bool
  /// The index of the dimension `day` in the `CalendarBuckets`, used only if each day is rounded as
  /// a whole.
  private let roundedDay: Int
  /// The calendar units, cached by time zone number.
  ///
  /// There is a single cache if all rows use the calendar's time zone.
  private var buckets: [CalendarBuckets]
  /// The sums without a tree of groups, used if the grouping is simple enough; otherwise nil.
  private var flat: SingleDimensionTotals?
  private var nodes = SummaryNodeTable()
  private(set) var cells: RoundedGroupTotals
  private var record: Int32 = -1

  init(_ plan: SummaryQuery, _ lookup: RowLookupTable, _ levels: TagLevelTable? = nil) {
    self.levels = levels
    from = plan.range.from?.unixSeconds ?? .min
    to = plan.range.to?.unixSeconds ?? .max
    rounding = plan.rounding
    isRounded = plan.rounding.mode != .none
    usesRowZones = plan.usesRecordZones
    var dates = plan.dimensions.filter(\.isCalendarUnit)
    let isByDay = isRounded && rounding.unit == .day
    if isByDay, !dates.contains(.day) { dates.append(.day) }
    roundedDay = dates.firstIndex(of: .day) ?? 0
    isCut = !dates.isEmpty
    let last = plan.dimensions.count - 1
    sources = plan.dimensions.enumerated().map { index, dimension in
      let isTree = plan.isTagTree && index == last
      return switch dimension {
      case .tag: isTree ? .tagTree(.max) : .tag
      case .tagLevel(let level): isTree ? .tagTree(level) : .tagLevel(level)
      case .comment: .comment
      default: .calendar(dates.firstIndex(of: dimension) ?? 0)
      }
    }
    let zones = usesRowZones ? lookup.zones : [nil]
    buckets = zones.map { name in
      let zone = name.flatMap(TimeZone.init(named:)) ?? plan.days.timeZone
      return CalendarBuckets(dates, by: plan.days.zoned(zone))
    }
    cells = RoundedGroupTotals(rounding)
    flat = isRounded || plan.isTagTree ? nil : SingleDimensionTotals(plan.dimensions, lookup)
  }

  /// The sums as a tree, in which each node is a group.
  var tree: SummaryNodeTable { flat.map(SummaryNodeTable.init) ?? nodes }

  /// Adds the rows that match a filter.
  mutating func add(_ rows: [RecordRow], where filter: CompiledRecordFilter) {
    let rows = filter.isAll ? rows : rows.filter(filter.matches)
    if flat != nil {
      flat?.add(rows, from: from, to: to)
    } else {
      for row in rows { add(row) }
    }
  }

  /// Adds the part of a row that lies in the range to its groups.
  private mutating func add(_ row: RecordRow) {
    guard let (start, end) = row.part(from: from, to: to) else { return }
    record &+= 1
    if isCut {
      addParts(start, end, row)
    } else {
      addPart(start, end, row, zone: 0, unit: 0)
    }
    if isRounded, rounding.unit == .record { cells.endRecord() }
  }

  private mutating func addParts(_ start: Int, _ end: Int, _ row: RecordRow) {
    let zone = usesRowZones ? Int(row.zone) : 0
    var unit = buckets[zone].index(at: start)
    var partStart = start
    while true {
      let partEnd = min(end, buckets[zone].end(of: unit))
      addPart(partStart, partEnd, row, zone: zone, unit: unit)
      if partEnd >= end { return }
      partStart = partEnd
      unit = buckets[zone].index(after: unit)
    }
  }

  private mutating func addPart(
    _ start: Int,
    _ end: Int,
    _ row: RecordRow,
    zone: Int,
    unit: Int
  ) {
    var node = 0
    nodes.add(start, end, of: record, to: node)
    for source in sources {
      let number =
        switch source {
        case .tag: row.tag
        case .tagLevel(let level): levels?.group(ofTag: row.tag, level: level) ?? row.tag
        case .tagTree(let depth): addTree(start, end, row.tag, depth, below: &node)
        case .comment: row.comment
        case .calendar(let place): buckets[zone].number(place, of: unit)
        }
      node = nodes.child(of: node, number)
      nodes.add(start, end, of: record, to: node)
    }
    if !isRounded { return }
    switch rounding.unit {
    case .record: cells.add(end - start, in: node)
    case .tag: cells.add(end - start, of: row.tag, in: node)
    case .day:
      cells.add(end - start, of: buckets[zone].number(roundedDay, of: unit), in: node)
    }
  }

  /// Adds a part to all groups of a tag except the innermost, and returns that one's number.
  private mutating func addTree(
    _ start: Int,
    _ end: Int,
    _ tag: Int32,
    _ depth: Int,
    below node: inout Int
  ) -> Int32 {
    guard let path = levels?.groups[Int(tag)].prefix(depth) else { return tag }
    for number in path.dropLast() {
      node = nodes.child(of: node, number)
      nodes.add(start, end, of: record, to: node)
    }
    return path.last ?? tag
  }
}
