/// Time by what is rounded and by the innermost group it is told in.
struct RoundedCells {
  private let rounding: Rounding
  private var numbers = PairNumbers()
  private var seconds: [Int] = []

  init(_ rounding: Rounding) {
    self.rounding = rounding
  }

  mutating func add(_ added: Int, of unit: Int32, in node: Int) {
    let found = numbers.number(of: unit, Int32(truncatingIfNeeded: node))
    if found.isNew { seconds.append(0) }
    seconds[found.number] += added
  }

  /// What each innermost group comes to.
  func seconds(of nodes: Int) -> [Int] {
    let units = Dictionary(grouping: seconds.indices) { numbers.pairs[$0].first }
    var rounded = [Int](repeating: 0, count: nodes)
    for cells in units.values {
      for (cell, share) in zip(cells, rounding.spread(cells.map { seconds[$0] })) {
        rounded[Int(numbers.pairs[cell].second)] += share
      }
    }
    return rounded
  }
}
