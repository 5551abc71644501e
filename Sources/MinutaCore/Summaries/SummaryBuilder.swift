import Foundation

/// Converts the sums to a `Summary` with sorted groups.
struct SummaryBuilder {
  private let plan: SummaryQuery
  private let lookup: RowLookupTable
  private let names: [UUID: String]
  private let levels: TagLevelTable?
  private let nodes: [SummaryNodeTable.Node]
  /// The seconds to report for each node, which are rounded if rounding is on.
  private let seconds: [Int]
  /// The children of each node in the tree, with the number that identifies each among its
  /// siblings.
  private var children: [[(node: Int, number: Int)]]
  private let sums: SummaryAccumulator

  init(
    _ plan: SummaryQuery,
    _ sums: SummaryAccumulator,
    _ lookup: RowLookupTable,
    _ names: [UUID: String],
    _ levels: TagLevelTable?
  ) {
    self.plan = plan
    self.sums = sums
    self.lookup = lookup
    self.names = names
    self.levels = levels
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
      var levels = [-1]
      for position in positions { levels.append(levels[position.parent] + 1) }
      // Nodes come after their parents, so going backwards adds up children before their parents.
      for (index, position) in positions.enumerated().reversed()
      where !sums.hasOverlappingGroups(levels[index + 1]) {
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
      countsRecordsRepeatedly: sums.countsRecordsRepeatedly,
      groups: groups(in: 0, plan.dimensions[...]) ?? []
    )
  }

  private func groups(
    in node: Int,
    _ dimensions: ArraySlice<SummaryDimension>
  ) -> [SummaryGroup]? {
    guard let dimension = dimensions.first else { return nil }
    let isTree = plan.isTagTree && dimensions.count == 1
    if isTree, children[node].isEmpty { return nil }
    let isDate = dimension.isCalendarUnit
    let inOrder = isDate ? children[node].sorted { $0.number < $1.number } : children[node]
    let groups = inOrder.map { child, number in
      SummaryGroup(
        key: key(of: number, dimension, isTree: isTree),
        seconds: seconds[child],
        wallSeconds: plan.usesRecordZones ? nil : nodes[child].wall,
        records: Int(nodes[child].records),
        groups: self.groups(in: child, isTree ? dimensions : dimensions.dropFirst())
      )
    }
    return isDate ? groups : groups.sorted(by: isBefore)
  }

  private func key(
    of number: Int,
    _ dimension: SummaryDimension,
    isTree: Bool
  ) -> SummaryGroup.Key {
    switch dimension {
    case .tag where !isTree: .tag(lookup.tags[number])
    case .tag, .tagLevel: levels?.keys[number] ?? .tag(nil)
    case .comment: .comment(lookup.comments[number])
    case .label, .labelValue: .label(sums.labelNames(of: dimension, in: plan)[number])
    default: .date(dimension.key(number, by: plan.days))
    }
  }

  /// Whether a group comes before another: longer time first, then by name.
  ///
  /// Groups without a tag, comment or label come last.
  private func isBefore(_ first: SummaryGroup, _ second: SummaryGroup) -> Bool {
    guard let one = name(of: first.key) else { return false }
    guard let other = name(of: second.key) else { return true }
    if first.seconds != second.seconds { return first.seconds > second.seconds }
    if one == other, case .tag(let one?) = first.key, case .tag(let other?) = second.key {
      return one.uuidString < other.uuidString
    }
    return one < other
  }

  /// Returns the text by which a group is sorted, or nil for a group without one of them.
  private func name(of key: SummaryGroup.Key) -> String? {
    switch key {
    case .tag(let id): id.map { names[$0] ?? "" }
    case .tagPath(let path, _): path.name
    case .comment(let text), .label(let text): text
    case .date(let text): text
    }
  }
}
