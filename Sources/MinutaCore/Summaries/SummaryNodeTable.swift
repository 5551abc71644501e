/// The sums of nested groups, as a tree that is stored in an array.
///
/// Each node is a group; the first node is the total.
struct SummaryNodeTable {
  struct Node {
    var seconds = 0
    /// The seconds in which at least one record of the group ran.
    var wall = 0
    var records: Int32 = 0
    /// The number of the record that was added last.
    ///
    /// A record can add several parts, one after the other, but is counted once in `records`.
    var lastRecord: Int32 = -1
    /// The latest end of the parts added so far; `wall` includes all time up to it.
    var coveredTo = Int.min

    /// Adds the time of one part of a record.
    ///
    /// Parts must be added in the order of their starts.
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
  /// The position of each node in the tree, except the first: its parent and its number.
  ///
  /// The number identifies the node among the children of its parent, such as the number of a tag.
  private(set) var places: [(parent: Int, number: Int32)] = []
  private var numbers = IntegerPairIndex()

  init() {}

  /// Converts the sums per tag or comment to a tree.
  init(_ sums: SingleDimensionTotals) {
    nodes[0] = sums.whole
    for (number, part) in sums.parts.enumerated() where part.records > 0 {
      nodes[child(of: 0, Int32(number))] = part
    }
  }

  /// Returns the child with this number, and adds it if it doesn't exist.
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
