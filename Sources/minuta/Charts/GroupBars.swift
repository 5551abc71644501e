/// A bar for each row of a table, as long as the row's time.
struct GroupBars {
  /// The seconds of each row.
  let seconds: [Int]

  /// The minimum width of a bar.
  private static let leastWidth = 8
  /// The number of spaces between the table and the bars.
  private static let margin = 2

  /// Returns the lines of the table with a bar at the end of each.
  func adding(to table: Table, _ console: Console) -> [String] {
    let lines = table.lines(console, reserving: Self.margin + Self.leastWidth)
    let paint = ChartPaint(color: "#3C7BA6", fill: console.style.fills[0])
    let start = lines.widest + Self.margin
    let width = max(Self.leastWidth, min(console.columns ?? 80, 120) - start)
    let longest = Double(max(1, seconds.max() ?? 0))
    return zip(lines, seconds).map { line, seconds in
      var bar = TextBar(width: width)
      if seconds > 0 { bar.paint(from: 0, to: Double(seconds) / longest, 0) }
      return (console.aligned(line, to: start) + bar.text([paint], console.style)).trimmingSpaces
    }
  }
}
