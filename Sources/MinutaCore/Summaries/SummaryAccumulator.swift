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
    /// The labels in the comment.
    ///
    /// The associated value is the index of the dimension in `labelGroups`.
    case label(Int)
  }

  /// The part of a row that lies in one calendar unit.
  private struct Part {
    let start: Int
    let end: Int
    let row: RecordRow
    /// The index of the time zone in `buckets`.
    let zone: Int
    let unit: Int
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
  /// The groups of the dimensions of labels.
  private let labelGroups: [LabelGroups]
  /// Whether a record was counted in several groups of one dimension.
  private(set) var countsRecordsRepeatedly = false

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
    let labels = plan.dimensions.filter(\.isLabel)
    labelGroups = labels.map { LabelGroups($0, lookup.comments) }
    let last = plan.dimensions.count - 1
    sources = plan.dimensions.enumerated().map { index, dimension in
      let isTree = plan.isTagTree && index == last
      return switch dimension {
      case .tag: isTree ? .tagTree(.max) : .tag
      case .tagLevel(let level): isTree ? .tagTree(level) : .tagLevel(level)
      case .comment: .comment
      case .label, .labelValue: .label(labels.firstIndex(of: dimension) ?? 0)
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
      addPart(Part(start: start, end: end, row: row, zone: 0, unit: 0))
    }
    if isRounded, rounding.unit == .record { cells.endRecord() }
  }

  private mutating func addParts(_ start: Int, _ end: Int, _ row: RecordRow) {
    let zone = usesRowZones ? Int(row.zone) : 0
    var unit = buckets[zone].index(at: start)
    var partStart = start
    while true {
      let partEnd = min(end, buckets[zone].end(of: unit))
      addPart(Part(start: partStart, end: partEnd, row: row, zone: zone, unit: unit))
      if partEnd >= end { return }
      partStart = partEnd
      unit = buckets[zone].index(after: unit)
    }
  }

  private mutating func addPart(_ part: Part) {
    nodes.add(part.start, part.end, of: record, to: 0)
    addPart(part, to: 0, at: 0, scope: 0)
  }

  /// Adds a part to the groups inside a group.
  ///
  /// - Parameters:
  ///   - node: the group that contains the part, in which the part has been counted.
  ///   - level: the level of the groups inside it.
  ///   - scope: the group in which the rounded parts add up to the total.
  private mutating func addPart(_ part: Part, to node: Int, at level: Int, scope: Int) {
    var node = node
    for level in level..<sources.count {
      let number: Int32
      switch sources[level] {
      case .tag: number = part.row.tag
      case .tagLevel(let level):
        number = levels?.group(ofTag: part.row.tag, level: level) ?? part.row.tag
      case .tagTree(let depth): number = addTree(part, depth, below: &node)
      case .comment: number = part.row.comment
      case .calendar(let place): number = buckets[part.zone].number(place, of: part.unit)
      case .label(let place):
        let numbers = labelGroups[place].numbers[Int(part.row.comment)]
        if labelGroups[place].overlap {
          addPart(part, toEach: numbers, in: node, at: level, scope: scope)
          return
        }
        number = numbers[0]
      }
      node = nodes.child(of: node, number)
      nodes.add(part.start, part.end, of: record, to: node)
    }
    addRounded(part, to: node, scope: scope)
  }

  /// Adds a part to several groups that may overlap, each of which is rounded on its own.
  private mutating func addPart(
    _ part: Part,
    toEach numbers: [Int32],
    in node: Int,
    at level: Int,
    scope: Int
  ) {
    if numbers.count > 1 { countsRecordsRepeatedly = true }
    addRounded(part, to: node, scope: scope)
    for number in numbers {
      let child = nodes.child(of: node, number)
      nodes.add(part.start, part.end, of: record, to: child)
      addPart(part, to: child, at: level + 1, scope: child)
    }
  }

  private mutating func addRounded(_ part: Part, to node: Int, scope: Int) {
    if !isRounded { return }
    let seconds = part.end - part.start
    switch rounding.unit {
    case .record: cells.add(seconds, in: node, scope: scope)
    case .tag: cells.add(seconds, of: part.row.tag, in: node, scope: scope)
    case .day:
      let day = buckets[part.zone].number(roundedDay, of: part.unit)
      cells.add(seconds, of: day, in: node, scope: scope)
    }
  }

  /// Adds a part to all groups of a tag except the innermost, and returns that one's number.
  private mutating func addTree(_ part: Part, _ depth: Int, below node: inout Int) -> Int32 {
    let tag = part.row.tag
    guard let path = levels?.groups[Int(tag)].prefix(depth) else { return tag }
    for number in path.dropLast() {
      node = nodes.child(of: node, number)
      nodes.add(part.start, part.end, of: record, to: node)
    }
    return path.last ?? tag
  }
}

extension SummaryAccumulator {
  /// Returns the names of the groups in a dimension of labels, by number.
  func labelNames(of dimension: SummaryDimension, in plan: SummaryQuery) -> [String?] {
    guard let level = plan.dimensions.firstIndex(of: dimension),
      case .label(let place) = sources[level]
    else { return [] }
    return labelGroups[place].names
  }

  /// Whether the groups at a level may overlap, so that they don't add up to the group around them.
  ///
  /// A tree of tags, which is the last dimension, has more levels than there are dimensions.
  func hasOverlappingGroups(_ level: Int) -> Bool {
    guard level < sources.count, case .label(let place) = sources[level] else { return false }
    return labelGroups[place].overlap
  }
}
