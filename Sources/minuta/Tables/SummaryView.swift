import IntentKit
import MinutaCore
import MinutaIntents

/// Prints the groups of a summary with those inside them, or draws a bar for each.
enum SummaryView: ResultView {
  static let name = "summary"

  static func lines(of result: IntentResult, on console: Console) throws -> [String] {
    let summary: SummarizeIntent.Result = try result.decoded()
    let total = (summary.totalSeconds, summary.totalSeconds)
    let rows = rows(summary.groups, of: total, summary.groupBy[...], summary, console.display)
    var table = Table(rows: rows, cellLimit: 60)
    if !console.display.drawsChart { return table.lines(console) }
    table.rows = table.rows.map { Array($0.dropLast()) }
    let bars = GroupBars(seconds: summary.groups.flatMap(\.allSeconds))
    return bars.adding(to: table, console)
  }

  /// Returns the rows of groups, each followed by those of the groups inside it.
  ///
  /// Times are rounded so that those of a level add up to the time above it, as it is printed.
  ///
  /// - Parameter total: the time above, and the one that is printed instead of it.
  private static func rows(
    _ groups: [SummaryGroupResult],
    of total: (exact: Int, printed: Int),
    _ dimensions: ArraySlice<SummaryDimension>,
    _ summary: SummarizeIntent.Result,
    _ display: DisplayOptions,
    depth: Int = 0
  ) -> [[Table.Cell]] {
    let isTree = summary.tree == true && dimensions.count <= 1
    let exact = groups.map(\.seconds)
    // Records with several labels count repeatedly, and those of a tree also above its groups.
    let isSum = exact.reduce(0, +) == total.exact
    let shown = isSum ? display.parts(exact, of: total.printed) : exact
    return zip(groups, shown).flatMap { group, seconds in
      let name = isTree ? leafName(of: group) : name(of: group, dimensions.first)
      let inner = rows(
        group.groups ?? [],
        of: (group.seconds, seconds),
        dimensions.dropFirst(),
        summary,
        display,
        depth: depth + 1
      )
      let cells = [
        Table.Cell(text: name, indentation: depth, leastWidth: 12),
        Table.Cell(seconds: seconds, display), Table.Cell(count: group.records, "record"),
      ]
      return [cells] + inner
    }
  }

  /// Returns the last component of a tag's path, because a tree shows the others above it.
  private static func leafName(of group: SummaryGroupResult) -> String {
    group.key.map { TagPath($0).components.last ?? $0 } ?? "untagged"
  }

  private static func name(of group: SummaryGroupResult, _ dimension: SummaryDimension?) -> String {
    switch (dimension, group.key) {
    case (.labelValue(let key), ""): "#\(key) without a value"
    case (.day, let date?): day(date)
    case (_, let key?): key
    case (.labelValue(let key), nil): "without #\(key)"
    case (.label, nil): "without a label"
    case (.comment, nil): "without a comment"
    case (_, nil): "untagged"
    }
  }

  /// Returns a date with its weekday, such as `Mon 2026-11-23`.
  private static func day(_ date: String) -> String {
    guard let midnight = Timestamp.date("\(date)T00:00:00Z") else { return date }
    return "\(Weekday(ofDay: midnight.unixSeconds / 86_400).name.prefix(3)) \(date)"
  }
}

extension SummaryGroupResult {
  /// The seconds of the group and of those inside it, in the order of the table's rows.
  fileprivate var allSeconds: [Int] { [seconds] + (groups ?? []).flatMap(\.allSeconds) }
}
