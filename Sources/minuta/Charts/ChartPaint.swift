import MinutaExport

/// The color and the character that show one series of a chart.
struct ChartPaint {
  /// The color as `#RRGGBB`.
  let color: String
  /// The character of a cell where neither colors nor blocks distinguish the series.
  let fill: Character

  /// Returns the paints of series, the longest first.
  static func paints(of series: ChartSeries, _ style: TerminalStyle) -> [ChartPaint] {
    zip(series.items, style.fills).map { ChartPaint(color: $0.color, fill: $1) }
  }
}
