import Foundation

/// Converts the sums to a `Summary` with sorted groups.
struct SummaryBuilder {
  private let plan: SummaryQuery
  private let lookup: RowLookupTable
  private let names: [UUID: String]
  private let nodes: [SummaryNodeTable.Node]
  /// The seconds to report for each node, which are rounded if rounding is on.
  private let seconds: [Int]
  /// The children of each node in the tree, with the number that identifies each among its
  /// siblings.
  private var children: [[(node: Int, number: Int)]]

  init(
    _ plan: SummaryQuery,
    _ sums: SummaryAccumulator,
    _ lookup: RowLookupTable,
    _ names: [UUID: String]
  ) {
    self.plan = plan
    self.lookup = lookup
    self.names = names
    let tree = sums.tree
    nodes = tree.nodes
    let positions = tree.positions
    children = Array(repeating: [], count: nodes.count)
    for (index, position) in positions.enumerated() {
      children[position.parent].append((index + 1, Int(position.number)))
    }
    if plan.rounding.mode == .none {
      seconds = nodes.map(\.seconds)
    } else {
      var rounded = sums.cells.seconds(of: nodes.count)
      // Nodes come after their parents, so going backwards adds up children before their parents.
      for (index, position) in positions.enumerated().reversed() {
        rounded[position.parent] += rounded[index + 1]
      }
      seconds = rounded
    }
  }

  var summary: Summary {
    Summary(
      range: plan.range,
      totalSeconds: seconds[0],
      exactSeconds: nodes[0].seconds,
      wallSeconds: nodes[0].wall,
      groups: groups(in: 0, plan.dimensions[...]) ?? []
    )
  }

  private func groups(
    in node: Int,
    _ dimensions: ArraySlice<SummaryDimension>
  ) -> [SummaryGroup]? {
    guard let dimension = dimensions.first else { return nil }
    let isDate = dimension.isCalendarUnit
    let inOrder = isDate ? children[node].sorted { $0.number < $1.number } : children[node]
    let groups = inOrder.map { child, number in
      SummaryGroup(
        key: key(of: number, dimension),
        seconds: seconds[child],
        wallSeconds: plan.usesRecordZones ? nil : nodes[child].wall,
        records: Int(nodes[child].records),
        groups: self.groups(in: child, dimensions.dropFirst())
      )
    }
    return isDate ? groups : groups.sorted(by: isBefore)
  }

  private func key(of number: Int, _ dimension: SummaryDimension) -> SummaryGroup.Key {
    switch dimension {
    case .tag: .tag(lookup.tags[number])
    case .comment: .comment(lookup.comments[number])
    default: .date(dimension.key(number, by: plan.days))
    }
  }

  /// Whether a group comes before another: longer time first, then by name.
  ///
  /// Groups without a tag or comment come last.
  private func isBefore(_ first: SummaryGroup, _ second: SummaryGroup) -> Bool {
    switch (first.key, second.key) {
    case (.tag(let one?), .tag(let other?)):
      if first.seconds != second.seconds { return first.seconds > second.seconds }
      let (oneName, otherName) = (names[one] ?? "", names[other] ?? "")
      if oneName != otherName { return oneName < otherName }
      return one.uuidString < other.uuidString
    case (.comment(let one?), .comment(let other?)):
      if first.seconds != second.seconds { return first.seconds > second.seconds }
      return one < other
    case (.tag(let one), _): return one != nil
    case (.comment(let one), _): return one != nil
    case (.date, _): return false
    }
  }
}
