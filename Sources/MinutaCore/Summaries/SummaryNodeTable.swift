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
  struct Position: Equatable {
    let parent: Int
    /// The number that identifies the node among the children of its parent, such as the number of
    /// a tag.
    let number: Int32
  }

  private(set) var nodes = [Node()]
  /// The position of each node in the tree, except the first.
  private(set) var positions: [Position] = []
  /// The node of each position, in a hash table with open addressing; 0 is a free slot.
  ///
  /// A summary looks up nodes for every record, and the hashes of a `Dictionary` would take most of
  /// its time.
  private var slots = [Int32](repeating: 0, count: 64)

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
    let slot = slot(of: position)
    if slots[slot] != 0 { return Int(slots[slot]) }
    let index = nodes.count
    nodes.append(Node())
    positions.append(position)
    slots[slot] = Int32(index)
    if 2 * nodes.count > slots.count { growSlots() }
    return index
  }

  /// Returns the slot of a position, or the free slot where it belongs.
  private func slot(of position: Position) -> Int {
    // Multiplying by a large odd number spreads the bits of both numbers to the upper half.
    let key = UInt64(position.parent) << 32 | UInt64(UInt32(bitPattern: position.number))
    var slot = Int((key &* 0x9E37_79B9_7F4A_7C15) >> 32) & (slots.count - 1)
    while slots[slot] != 0, positions[Int(slots[slot]) - 1] != position {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  private mutating func growSlots() {
    slots = [Int32](repeating: 0, count: 4 * slots.count)
    for (index, position) in positions.enumerated() { slots[slot(of: position)] = Int32(index + 1) }
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
