/// Time by what is rounded and by the innermost group it is told in.
struct RoundingBuckets {
  private let rounding: Rounding
  /// What is rounded and what is told, by number.
  private var numbers = PairIndexMap()
  private var cells: [(unit: Int32, node: Int, seconds: Int)] = []
  /// The parts of the record at hand, where records are rounded.
  private var parts: [(node: Int, seconds: Int)] = []
  /// What innermost groups come to by the records before.
  private var rounded: [Int] = []

  init(_ rounding: Rounding) {
    self.rounding = rounding
  }

  /// Adds a part of a record.
  mutating func add(_ seconds: Int, in node: Int) {
    parts.append((node, seconds))
  }

  /// Rounds a record whose parts were added.
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

  /// Adds time to a day or a tag that is rounded as a whole.
  mutating func add(_ seconds: Int, of unit: Int32, in node: Int) {
    let found = numbers.number(of: unit, Int32(truncatingIfNeeded: node))
    if found.isNew { cells.append((unit, node, 0)) }
    cells[found.number].seconds += seconds
  }

  /// What each innermost group comes to.
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
