/// Rounded time per innermost group.
struct RoundingBuckets {
  private let rounding: Rounding
  /// Numbers the pairs of rounded unit and group.
  private var numbers = PairIndexMap()
  private var cells: [(unit: Int32, node: Int, seconds: Int)] = []
  /// The parts of the current record, if records are rounded.
  private var parts: [(node: Int, seconds: Int)] = []
  /// The rounded seconds of each innermost group, from the records so far.
  private var rounded: [Int] = []

  init(_ rounding: Rounding) {
    self.rounding = rounding
  }

  /// Adds a part of the current record.
  mutating func add(_ seconds: Int, in node: Int) {
    parts.append((node, seconds))
  }

  /// Rounds the current record and distributes it over its groups.
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

  /// Adds time to a day or tag that is rounded as a whole.
  mutating func add(_ seconds: Int, of unit: Int32, in node: Int) {
    let found = numbers.number(of: unit, Int32(truncatingIfNeeded: node))
    if found.isNew { cells.append((unit, node, 0)) }
    cells[found.number].seconds += seconds
  }

  /// Returns the rounded seconds of each innermost group.
  func seconds(of nodes: Int) -> [Int] {
    var totals = rounded + [Int](repeating: 0, count: nodes - rounded.count)
    let units = Dictionary(grouping: cells.indices) { cells[$0].unit }
    for places in units.values {
      for (place, share) in zip(places, rounding.spread(places.map { cells[$0].seconds })) {
        totals[cells[place].node] += share
      }
    }
    return totals
  }
}
