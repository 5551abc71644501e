/// The scale of a chart whose bars are durations.
struct HourAxis {
  /// The hours with a line, from 0.
  let ticks: [Int]
  private let pointsPerSecond: Double

  /// Creates a scale.
  ///
  /// - Parameters:
  ///   - longest: the seconds of the longest bar.
  ///   - height: the height of that bar in points.
  init(longest: Int, height: Double) {
    pointsPerSecond = longest > 0 ? height / Double(longest) : 0
    let hours = Double(longest) / 3600
    var (step, power) = (1, 1)
    while hours / Double(step) > 5 {
      step = [1, 2, 4, 5].map { $0 * power }.first { hours / Double($0) <= 5 } ?? 10 * power
      power *= 10
    }
    ticks = Array(stride(from: 0, through: Int(hours), by: step))
  }

  /// Returns the length in points of a duration.
  func length(_ seconds: Int) -> Double { Double(seconds) * pointsPerSecond }
}
