/// The earliest and latest times of the records in one directory.
struct IndexTimeBounds: Sendable, Equatable {
  var firstStart = Int64.max
  var lastStart = Int64.min
  /// The latest end of all records; a running timer counts as ending at its start.
  var lastEnd = Int64.min

  init() {}

  init(_ rows: [IndexRow]) {
    for row in rows { include(row) }
  }

  mutating func include(_ row: IndexRow) {
    firstStart = min(firstStart, row.start)
    lastStart = max(lastStart, row.start)
    lastEnd = max(lastEnd, row.isRunning ? row.start : max(row.end, row.start))
  }
}
