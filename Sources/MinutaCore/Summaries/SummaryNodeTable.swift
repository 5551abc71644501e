/// The sums of nested groups as a tree in an array.
///
/// The first node is the total.
struct SummaryNodeTable {
  struct Node {
    var seconds = 0
    /// The seconds that no earlier record covers.
    var wall = 0
    var records: Int32 = 0
    /// The last counted record.
    ///
    /// The parts of a record arrive one after the other.
    var lastRecord: Int32 = -1
    /// The end of the time covered so far.
    var coveredTo = Int.min

    /// Adds a part of a record.
    ///
    /// Parts must be sorted by start.
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
  /// The parent of each node but the first, and the node's number within it.
  private(set) var places: [(parent: Int, number: Int32)] = []
  private var numbers = PairIndexMap()

  init() {}

  /// Converts the sums of a single dimension.
  init(_ sums: SingleDimensionTotals) {
    nodes[0] = sums.whole
    for (number, part) in sums.parts.enumerated() where part.records > 0 {
      nodes[child(of: 0, Int32(number))] = part
    }
  }

  /// Returns the child of a node for a number, and adds it if it is missing.
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
