import Foundation

extension TimeTracker {
  /// Calls `body` with the records that start in a range and match a filter, in parts sorted by
  /// start, so that a long history needs little memory.
  ///
  /// - Parameter includesEarlier: whether records that start before the range and end in it are
  ///   included.
  package func forEachPart(
    in range: TimeRange,
    of filter: RecordFilter,
    includesEarlier: Bool,
    _ body: ([TaggedRecord]) throws -> Void
  ) throws {
    for (index, part) in try parts(of: range).enumerated() {
      let from = index == 0 && includesEarlier ? nil : part.from
      let found = try transaction.records(in: part, now: now).filter { record in
        // `Date.distantFuture` is in the year 4001, and records can be later.
        from.map { $0 <= record.startTime } ?? true
          && part.to.map { record.startTime < $0 } ?? true
      }
      try body(try tagged(try matching(found, filter)))
    }
  }

  /// The number of records in a part.
  private static let partLength = 1000

  /// Divides a range at the starts of records, so that each part has about as many of them.
  private func parts(of range: TimeRange) throws(TrackingError) -> [TimeRange] {
    let rows = try transaction.rows(in: range, now: now, columns: [], checking: .months)
    var starts: [Date] = []
    var count = 0
    rows.forEachBlock { block in
      for row in block {
        let start = Date(timeIntervalSince1970: Double(row.start))
        if count >= Self.partLength, start > (starts.last ?? range.from ?? .distantPast) {
          starts.append(start)
          count = 0
        }
        count += 1
      }
    }
    let bounds = [range.from] + starts.map { $0 } + [range.to]
    return zip(bounds, bounds.dropFirst()).map {
      TimeRange(from: $0, to: $1, timeZone: range.timeZone)
    }
  }
}
