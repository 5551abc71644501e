import Foundation

/// What the index knows of one folder of records: a segment, and what has changed since.
struct DirectoryIndex: Sendable {
  /// Within the store.
  let path: String
  /// The number of its stamp; 0 where it has to be looked into.
  var stamp: UInt64
  private(set) var base: IndexSegment?
  /// The rows of the segment that run.
  private(set) var baseRunning: [UInt32]
  /// The rows of the segment that count no more.
  private(set) var gone: Set<UInt32> = []
  /// The rows that the segment has not, in order.
  private(set) var added: [IndexRow] = []
  /// Before these and after these nothing starts; after the last end nothing but timers runs.
  private(set) var bounds: IndexTimeBounds

  init(path: String, stamp: UInt64, rows: [IndexRow] = []) {
    (self.path, self.stamp) = (path, stamp)
    (base, baseRunning) = (nil, [])
    added = rows
    bounds = IndexTimeBounds(rows)
  }

  init(
    path: String,
    stamp: UInt64,
    base: IndexSegment?,
    baseRunning: [UInt32],
    gone: Set<UInt32> = [],
    added: [IndexRow] = [],
    bounds: IndexTimeBounds
  ) {
    (self.path, self.stamp, self.base, self.baseRunning) = (path, stamp, base, baseRunning)
    (self.gone, self.added, self.bounds) = (gone, added, bounds)
  }

  var count: Int { (base?.rows ?? 0) - gone.count + added.count }

  /// How much has changed since the segment was written.
  var changes: Int { gone.count + added.count }

  func filePath(_ row: IndexRow) -> String { "\(path)/\(row.fileName)" }

  /// A row where it stands.
  enum RowPosition: Hashable {
    case base(UInt32)
    case added(Int)
  }

  func row(at place: RowPosition) throws(IndexCorruptionError) -> IndexRow {
    switch place {
    case .added(let index): return added[index]
    case .base(let row):
      guard let base, row < base.rows else { throw IndexCorruptionError() }
      return try base.open()[Int(row)]
    }
  }

  mutating func remove(at place: RowPosition) {
    switch place {
    case .added(let index): added.remove(at: index)
    case .base(let row): gone.insert(row)
    }
  }

  mutating func add(_ row: IndexRow) {
    var (first, last) = (0, added.count)
    while first < last {
      let middle = (first + last) / 2
      if IndexRow.isBefore(added[middle], row) { first = middle + 1 } else { last = middle }
    }
    added.insert(row, at: first)
    bounds.include(row)
  }

  /// All rows, in order.
  func rows() throws(IndexCorruptionError) -> [IndexRow] {
    try rows { _, _ in true }
  }

  /// The rows whose starts and ends are wanted, in order.
  func rows(
    where isWanted: (_ start: Int64, _ end: Int64) -> Bool
  ) throws(IndexCorruptionError) -> [IndexRow] {
    let added = added.filter { isWanted($0.start, $0.end) }
    guard let base, base.rows > gone.count else { return added }
    var found: [IndexRow] = []
    let times = try base.open([.times, .extras])
    var columns: SegmentColumns?
    for row in 0..<times.rows where isWanted(times.starts[row], times.end(row)) {
      if !gone.isEmpty, gone.contains(UInt32(row)) { continue }
      let whole: SegmentColumns
      if let columns { whole = columns } else { whole = try base.open() }
      columns = whole
      found.append(try whole[row])
    }
    return Self.merge(found, added)
  }

  private static func merge(_ first: [IndexRow], _ second: [IndexRow]) -> [IndexRow] {
    if first.isEmpty { return second }
    if second.isEmpty { return first }
    return (first + second).sorted(by: IndexRow.isBefore)
  }

  /// Where the rows stand that run.
  func running() throws(IndexCorruptionError) -> [IndexRow] {
    let base = try baseRunning.filter { !gone.contains($0) }.map {
      row throws(IndexCorruptionError) in
      try self.row(at: .base(row))
    }
    return Self.merge(base, added.filter(\.isRunning))
  }

  /// Where the rows stand whose ids lie between two, both included.
  func places(from first: UUID, through last: UUID) throws(IndexCorruptionError) -> [RowPosition] {
    var places: [RowPosition] = []
    if let base {
      let rows = try base.open([.ids]).rows(from: first, through: last).map { UInt32($0) }
      places = rows.filter { !gone.contains($0) }.map { .base($0) }
    }
    for (index, row) in added.enumerated() where first <= row.id && row.id <= last {
      places.append(.added(index))
    }
    return places
  }

  /// Where the row of a file stands.
  func place(ofName name: String) throws(IndexCorruptionError) -> RowPosition? {
    let start = RecordFileName.start(in: name)
    let index = added.firstIndex { row in
      // Of most rows, the start alone tells that they have another.
      if case .other(let other) = row.name { return other == name }
      return row.start == start && row.fileName == name
    }
    if let index { return .added(index) }
    guard let base else { return nil }
    let columns = try base.open()
    for (row, other) in columns.extras.names where other == name && !gone.contains(UInt32(row)) {
      return .base(UInt32(row))
    }
    guard let start else { return nil }
    var row = columns.firstRow(from: start)
    while row < columns.rows, columns.starts[row] == start {
      let isGone = gone.contains(UInt32(row))
      if !isGone, try columns[row].fileName == name { return .base(UInt32(row)) }
      row += 1
    }
    return nil
  }

  /// Puts everything into a new segment.
  mutating func flush(into segment: IndexSegment, running: [UInt32]) {
    (base, baseRunning, gone, added) = (segment, running, [], [])
  }
}
