/// Collects the rounded seconds of each innermost group of a summary.
struct RoundedGroupTotals {
  /// A day or tag that is rounded as a whole within a group.
  private struct Unit: Hashable {
    let number: Int32
    let scope: Int
  }

  /// A day or tag that is rounded as a whole, and one of its groups.
  private struct Cell: Hashable {
    let unit: Unit
    let node: Int
  }

  private let rounding: Rounding
  private var cells: [(cell: Cell, seconds: Int)] = []
  /// The index of each cell in `cells`.
  private var indices: [Cell: Int] = [:]
  /// The parts of the current record, one per group, if each record is rounded individually.
  private var parts: [(scope: Int, node: Int, seconds: Int)] = []
  /// The rounded seconds by group, from the records that have ended.
  private var rounded: [Int] = []

  init(_ rounding: Rounding) {
    self.rounding = rounding
  }

  /// Adds the seconds that the current record contributes to a group.
  ///
  /// - Parameter scope: the group in which the rounded seconds add up to the rounded total.
  mutating func add(_ seconds: Int, in node: Int, scope: Int) {
    parts.append((scope, node, seconds))
  }

  /// Rounds the current record, and distributes the rounded time over its groups.
  mutating func endRecord() {
    if parts.count == 1 {
      addRounded(rounding.rounded(parts[0].seconds), in: parts[0].node)
    } else {
      // Only labels have several scopes.
      while let scope = parts.first?.scope {
        let own = parts.filter { $0.scope == scope }
        for (part, share) in zip(own, rounding.spread(own.map(\.seconds))) {
          addRounded(share, in: part.node)
        }
        parts.removeAll { $0.scope == scope }
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
  /// - Parameters:
  ///   - unit: the number of the day or tag.
  ///   - scope: the group in which the rounded seconds add up to the rounded total.
  mutating func add(
    _ seconds: Int,
    of unit: Int32,
    in node: Int,
    scope: Int
  ) {
    let cell = Cell(unit: Unit(number: unit, scope: scope), node: node)
    if let index = indices[cell] {
      cells[index].seconds += seconds
    } else {
      indices[cell] = cells.count
      cells.append((cell, seconds))
    }
  }

  /// Returns the rounded seconds of each innermost group, and of each group whose own groups may
  /// overlap; 0 for all other nodes of the tree.
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
