import Foundation

/// The index of one directory of records: a segment on disk, and the changes since it was written.
struct DirectoryIndex: Sendable {
  /// The path of the directory of records, relative to the data directory.
  let path: String
  /// The fingerprint of the directory when it was last listed; 0 forces a new listing.
  var fingerprint: UInt64
  private(set) var base: IndexSegment?
  /// The numbers of those rows in the segment that are running timers.
  private(set) var baseRunning: [UInt32]
  /// The numbers of those rows in the segment that have been deleted or replaced since.
  private(set) var removed: Set<UInt32> = []
  /// The rows that are not in the segment yet, sorted by `IndexRow.isBefore`.
  private(set) var added: [IndexRow] = []
  /// The time bounds of all rows.
  ///
  /// They may be too wide after rows were removed.
  private(set) var bounds: IndexTimeBounds

  init(path: String, fingerprint: UInt64, rows: [IndexRow] = []) {
    (self.path, self.fingerprint) = (path, fingerprint)
    (base, baseRunning) = (nil, [])
    added = rows
    bounds = IndexTimeBounds(rows)
  }

  init(
    path: String,
    fingerprint: UInt64,
    base: IndexSegment?,
    baseRunning: [UInt32],
    removed: Set<UInt32> = [],
    added: [IndexRow] = [],
    bounds: IndexTimeBounds
  ) {
    (self.path, self.fingerprint, self.base, self.baseRunning) = (
      path, fingerprint, base, baseRunning
    )
    (self.removed, self.added, self.bounds) = (removed, added, bounds)
  }

  var count: Int { (base?.rows ?? 0) - removed.count + added.count }

  /// The number of rows removed and added since the segment was written.
  var changes: Int { removed.count + added.count }

  func filePath(_ row: IndexRow) -> String { "\(path)/\(row.fileName)" }

  /// The position of a row, either in the segment or in the list of added rows.
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
    case .base(let row): removed.insert(row)
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

  /// Returns all rows, sorted by `IndexRow.isBefore`.
  func rows() throws(IndexCorruptionError) -> [IndexRow] {
    try rows { _, _ in true }
  }

  /// Returns the rows whose start and end match a predicate, sorted by `IndexRow.isBefore`.
  func rows(
    where isWanted: (_ start: Int64, _ end: Int64) -> Bool
  ) throws(IndexCorruptionError) -> [IndexRow] {
    let added = added.filter { isWanted($0.start, $0.end) }
    guard let base, base.rows > removed.count else { return added }
    var found: [IndexRow] = []
    let times = try base.open([.times, .extras])
    var columns: SegmentColumns?
    for row in 0..<times.rows where isWanted(times.starts[row], times.end(row)) {
      if !removed.isEmpty, removed.contains(UInt32(row)) { continue }
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

  /// Returns the rows of running timers, sorted by `IndexRow.isBefore`.
  func running() throws(IndexCorruptionError) -> [IndexRow] {
    let base = try baseRunning.filter { !removed.contains($0) }.map {
      row throws(IndexCorruptionError) in
      try self.row(at: .base(row))
    }
    return Self.merge(base, added.filter(\.isRunning))
  }

  /// Returns the positions of the rows with an ID in a closed range.
  func places(from first: UUID, through last: UUID) throws(IndexCorruptionError) -> [RowPosition] {
    var places: [RowPosition] = []
    if let base {
      for row in try base.rows(from: first, through: last) where !removed.contains(UInt32(row)) {
        places.append(.base(UInt32(row)))
      }
    }
    let isOne = first == last
    for index in added.indices {
      // Equality takes less time than order, and most searches are for one ID.
      let id = added[index].id
      if isOne ? id == first : first <= id && id <= last { places.append(.added(index)) }
    }
    return places
  }

  /// Returns the position of the row that describes the file with this name.
  func place(ofName name: String) throws(IndexCorruptionError) -> RowPosition? {
    let other = RecordFileName.other(name)
    if let index = added.firstIndex(where: { $0.name == other }) { return .added(index) }
    let columns = try base?.open()
    if let row = columns?.extras.rows[name], !removed.contains(UInt32(row)) {
      return .base(UInt32(row))
    }
    // Search by the ID in the name, because many records can start at once.
    if let ids = RecordFileName.ids(in: name) {
      for place in try places(from: ids.lowerBound, through: ids.upperBound)
      where try row(at: place).fileName == name { return place }
      return nil
    }
    guard let start = RecordFileName.start(in: name) else { return nil }
    let index = added.firstIndex { $0.start == start && $0.name == .plain }
    if let index, added[index].fileName == name { return .added(index) }
    guard let columns else { return nil }
    var row = columns.firstRow(from: start)
    while row < columns.rows, columns.starts[row] == start {
      let isThere = !removed.contains(UInt32(row))
      if isThere, try columns.name(row) == .plain, try columns[row].fileName == name {
        return .base(UInt32(row))
      }
      row += 1
    }
    return nil
  }

  /// Removes the rows from memory, before `flush` refers to them in a segment.
  mutating func clearAdded() { added = [] }

  /// Replaces the segment with a new one that contains all current rows.
  mutating func flush(into segment: IndexSegment, running: [UInt32]) {
    (base, baseRunning, removed, added) = (segment, running, [], [])
  }
}
