/// The places of the columns that the charts of a report share, so that a day's bar stands above its
/// hours.
struct ChartColumns {
  /// The room at the left for the labels of lines.
  static let gutter = 26.0
  /// The widest column, in points.
  private static let widest = 96.0

  /// The distance between the left edges of neighbors.
  let step: Double
  /// The width of a bar.
  let barWidth: Double

  init(count: Int, width: Double) {
    step = min((width - Self.gutter) / Double(max(1, count)), Self.widest)
    barWidth = step * (step > 30 ? 0.8 : 0.84)
  }

  /// Returns the left edge of a bar.
  func x(_ index: Int) -> Double {
    Self.gutter + Double(index) * step + (step - barWidth) / 2
  }

  func middle(_ index: Int) -> Double { x(index) + barWidth / 2 }

  /// The right edge of the last of some columns.
  func end(_ count: Int) -> Double { Self.gutter + Double(count) * step }
}
