import MinutaCore
import MinutaExport

/// The color and the character that show one series of a chart.
struct ChartPaint {
  /// The color as `#RRGGBB`.
  let color: String
  /// The character of a cell where the color doesn't distinguish the series.
  let fill: Character
  /// Whether the color alone distinguishes the series where there are blocks.
  var isSolid = true

  /// Whether two colors differ too little to stand beside each other, also for colour-blind eyes.
  ///
  /// People hardly see a difference in blue alone, such as that of neighbours in a palette of 256.
  private static func areSimilar(_ first: String, _ second: String) -> Bool {
    if ColorVision.distance(first, second) < 28 { return true }
    guard let one = TagColor.channels(of: first), let other = TagColor.channels(of: second) else {
      return false
    }
    return one.dropLast() == other.dropLast() && abs(one[2] - other[2]) <= 95
  }

  /// Returns the paints of series, the longest first.
  ///
  /// A series whose color is like that of a longer one has a pattern, because all pictures and
  /// tables show a tag in the same color.
  static func paints(of series: ChartSeries, _ style: TerminalStyle) -> [ChartPaint] {
    let series = zip(series.items.map(\.color), style.fills)
    if !style.showsBlocks { return series.map { ChartPaint(color: $0, fill: $1) } }
    var paints: [ChartPaint] = []
    for (color, fill) in series {
      let code = style.code(of: color)
      let similar = paints.filter { other in
        style.code(of: other.color) == code
          || areSimilar(style.shown(color), style.shown(other.color))
      }
      let free = style.fills.first { fill in !similar.contains { $0.fill == fill } } ?? fill
      paints.append(ChartPaint(color: color, fill: free, isSolid: free == style.fills[0]))
    }
    return paints
  }
}
