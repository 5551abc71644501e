/// The times of records, joined where they overlap, in seconds since 1970.
package struct RecordedTimes: Sendable {
  private var starts: [Int] = []
  private var ends: [Int] = []

  package init() {}

  /// Adds the times of a record, which doesn't begin before those that were added earlier.
  package mutating func append(from start: Int, to end: Int) {
    if start >= end { return }
    if let last = ends.last, start <= last {
      ends[ends.count - 1] = max(last, end)
    } else {
      starts.append(start)
      ends.append(end)
    }
  }

  /// Whether a record with these times overlaps one of the records.
  package func overlaps(from start: Int, to end: Int) -> Bool {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] > start { high = middle } else { low = middle + 1 }
    }
    return low < starts.count && starts[low] < end
  }
}
