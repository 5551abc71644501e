import IntentKit
import MinutaCore
import MinutaIntents

/// Prints the groups of a summary with those inside them, or draws a bar for each.
enum SummaryView: ResultView {
  static let name = "summary"

  static func lines(of result: IntentResult, on console: Console) throws -> [String] {
    let summary: SummarizeIntent.Result = try result.decoded()
    var table = Table(cellLimit: 60)
    add(summary.groups, of: summary, by: summary.groupBy[...], to: &table, indentation: 0)
    var times: [Int] = []
    addPrinted(
      summary.groups,
      of: (summary.totalSeconds, nil),
      console.display.durations,
      to: &times
    )
    for row in times.indices { table.rows[row][1] = Table.Cell(seconds: times[row]) }
    if !console.display.drawsChart { return table.lines(console) }
    table.rows = table.rows.map { Array($0.dropLast()) }
    let bars = GroupBars(seconds: summary.groups.flatMap(\.allSeconds))
    return bars.adding(to: table, console)
  }

  /// Adds the times of groups in the order of the rows.
  ///
  /// They are rounded so that those of a level add up to the time above it, as it is printed.
  ///
  /// - Parameter total: the time above, and the one that is printed instead of it, if any.
  private static func addPrinted(
    _ groups: [SummaryGroupResult],
    of total: (exact: Int, printed: Int?),
    _ style: DurationFormat.Style,
    to times: inout [Int]
  ) {
    let exact = groups.map(\.seconds)
    // Records with several labels count repeatedly, and those of a tree also above its groups.
    let isSum = exact.reduce(0, +) == total.exact
    let printed = DurationFormat.printed(total.printed ?? total.exact, as: style)
    let shares = isSum ? DurationFormat.parts(exact, of: printed, as: style) : exact
    for index in groups.indices {
      let group = groups[index]
      times.append(shares[index])
      if let inner = group.groups {
        addPrinted(inner, of: (group.seconds, shares[index]), style, to: &times)
      }
    }
  }

  private static func add(
    _ groups: [SummaryGroupResult],
    of result: SummarizeIntent.Result,
    by dimensions: ArraySlice<SummaryDimension>,
    to table: inout Table,
    indentation: Int
  ) {
    let isTree = result.tree == true && dimensions.count <= 1
    for group in groups {
      table.rows.append([
        Table.Cell(
          text: isTree ? leafName(of: group) : name(of: group, dimensions.first),
          indentation: indentation,
          leastWidth: 12
        ),
        Table.Cell(seconds: group.seconds),
        Table.Cell(count: group.records, "record"),
      ])
      add(
        group.groups ?? [],
        of: result,
        by: dimensions.dropFirst(),
        to: &table,
        indentation: indentation + 1
      )
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
