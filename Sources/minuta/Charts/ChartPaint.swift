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
  private static let leastDistance = 28.0

  /// Returns the paints of series, the longest first.
  ///
  /// A series whose color is like that of a longer one has a pattern, because all pictures and
  /// tables show a tag in the same color.
  static func paints(of series: ChartSeries, _ style: TerminalStyle) -> [ChartPaint] {
    var colors: [String] = []
    return zip(series.items.map(\.color), style.fills).map { color, fill in
      guard style.showsBlocks else { return ChartPaint(color: color, fill: fill) }
      let code = style.code(of: color)
      let count = colors.count { other in
        style.code(of: other) == code || ColorVision.distance(color, other) < leastDistance
      }
      colors.append(color)
      return ChartPaint(color: color, fill: style.fills[count], isSolid: count == 0)
    }
  }
}
