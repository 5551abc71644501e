/// The sums of groups and of those within them, by number; the first is the whole.
struct SummaryNodeTable {
  struct Node {
    var seconds = 0
    /// The seconds that were not covered by an earlier record.
    var wall = 0
    var records: Int32 = 0
    /// The record that was counted last; the parts of one come one after the other.
    var lastRecord: Int32 = -1
    /// Up to where time is covered.
    var coveredTo = Int.min

    /// Adds a stretch of a record, not before those that were added.
    @inline(__always)
    mutating func add(_ start: Int, _ end: Int) {
      seconds += end - start
      let from = max(start, coveredTo)
      if from < end {
        wall += end - from
        coveredTo = end
      }
    }
  }

  private(set) var nodes = [Node()]
  /// What all but the first are within, and their number there.
  private(set) var places: [(parent: Int, number: Int32)] = []
  private var numbers = PairIndexMap()

  init() {}

  /// Takes what was summed up by one number alone.
  init(_ sums: SingleDimensionTotals) {
    nodes[0] = sums.whole
    for (number, part) in sums.parts.enumerated() where part.records > 0 {
      nodes[child(of: 0, Int32(number))] = part
    }
  }

  /// The node of a number within another.
  @inline(__always)
  mutating func child(of node: Int, _ number: Int32) -> Int {
    let found = numbers.number(of: Int32(truncatingIfNeeded: node), number)
    if found.isNew {
      nodes.append(Node())
      places.append((node, number))
    }
    return found.number + 1
  }

  @inline(__always)
  mutating func add(_ start: Int, _ end: Int, of record: Int32, to node: Int) {
    nodes[node].add(start, end)
    if nodes[node].lastRecord != record {
      nodes[node].records += 1
      nodes[node].lastRecord = record
    }
  }
}
