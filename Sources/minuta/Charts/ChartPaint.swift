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

  /// The smallest distance of two colors that differ enough to stand beside each other, also for
  /// colour-blind eyes.
  ///
  /// Neighbours in a palette of 256 colors differ by up to 95 in one channel, which people hardly see
  /// if it is blue.
  private static func leastDistance(_ style: TerminalStyle) -> Double {
    style.colors == .indexed ? 96 : 28
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
          || ColorVision.distance(style.shown(color), style.shown(other.color))
            < leastDistance(style)
      }
      let free = style.fills.first { fill in !similar.contains { $0.fill == fill } } ?? fill
      paints.append(ChartPaint(color: color, fill: free, isSolid: free == style.fills[0]))
    }
    return paints
  }
}
