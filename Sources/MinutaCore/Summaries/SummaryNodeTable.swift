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

  /// The position of a node in the tree.
  struct Position: Hashable {
    let parent: Int
    /// The number that identifies the node among the children of its parent, such as the number of
    /// a tag.
    let number: Int32
  }

  private(set) var nodes = [Node()]
  /// The position of each node in the tree, except the first.
  private(set) var positions: [Position] = []
  private var indices: [Position: Int] = [:]

  init() {}

  /// Converts the sums per tag or comment to a tree.
  init(_ sums: SingleDimensionTotals) {
    nodes[0] = sums.whole
    for (number, part) in sums.parts.enumerated() where part.records > 0 {
      nodes[child(of: 0, Int32(number))] = part
    }
  }

  /// Returns the child with this number, and adds it if it doesn't exist.
  mutating func child(of node: Int, _ number: Int32) -> Int {
    let position = Position(parent: node, number: number)
    if let index = indices[position] { return index }
    let index = nodes.count
    nodes.append(Node())
    positions.append(position)
    indices[position] = index
    return index
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
