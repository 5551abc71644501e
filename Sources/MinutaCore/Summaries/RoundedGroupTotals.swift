/// Collects the rounded seconds of each innermost group of a summary.
struct RoundedGroupTotals {
  /// A day or tag that is rounded as a whole, and one of its groups.
  private struct Cell: Hashable {
    let unit: Int32
    let node: Int
  }

  private let rounding: Rounding
  private var cells: [(cell: Cell, seconds: Int)] = []
  /// The index of each cell in `cells`.
  private var indices: [Cell: Int] = [:]
  /// The parts of the current record, one per group, if each record is rounded individually.
  private var parts: [(node: Int, seconds: Int)] = []
  /// The rounded seconds by group, from the records that have ended.
  private var rounded: [Int] = []

  init(_ rounding: Rounding) {
    self.rounding = rounding
  }

  /// Adds the seconds that the current record contributes to a group.
  mutating func add(_ seconds: Int, in node: Int) {
    parts.append((node, seconds))
  }

  /// Rounds the current record, and distributes the rounded time over its groups.
  mutating func endRecord() {
    if parts.count == 1 {
      addRounded(rounding.rounded(parts[0].seconds), in: parts[0].node)
    } else {
      for (part, share) in zip(parts, rounding.spread(parts.map(\.seconds))) {
        addRounded(share, in: part.node)
      }
    }
    parts.removeAll(keepingCapacity: true)
  }

  private mutating func addRounded(_ seconds: Int, in node: Int) {
    while rounded.count <= node { rounded.append(0) }
    rounded[node] += seconds
  }

  /// Adds seconds to a group, for a day or tag that is rounded as a whole at the end.
  ///
  /// - Parameter unit: the number of the day or tag.
  mutating func add(_ seconds: Int, of unit: Int32, in node: Int) {
    let cell = Cell(unit: unit, node: node)
    if let index = indices[cell] {
      cells[index].seconds += seconds
    } else {
      indices[cell] = cells.count
      cells.append((cell, seconds))
    }
  }

  /// Returns the rounded seconds of each innermost group, and 0 for all other nodes of the tree.
  ///
  /// - Parameter nodes: the number of nodes in the tree of groups.
  func seconds(of nodes: Int) -> [Int] {
    var totals = rounded + [Int](repeating: 0, count: nodes - rounded.count)
    let units = Dictionary(grouping: cells.indices) { cells[$0].cell.unit }
    for places in units.values {
      for (place, share) in zip(places, rounding.spread(places.map { cells[$0].seconds })) {
        totals[cells[place].cell.node] += share
      }
    }
    return totals
  }
}
