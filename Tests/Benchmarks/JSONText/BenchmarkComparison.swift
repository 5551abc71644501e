/// Measures the speed of alternative functions in alternating rounds, so that other load on the
/// machine slows all equally.
struct BenchmarkComparison {
  private let rounds: Int
  private let clock = ContinuousClock()

  init(rounds: Int) {
    self.rounds = rounds
  }

  /// Returns the shortest time of each function, in the given order.
  func shortestTimes(of candidates: [() throws -> Void]) throws -> [Duration] {
    for candidate in candidates { try candidate() }
    var shortest = candidates.map { _ in Duration.seconds(3600) }
    for _ in 0..<rounds {
      for (index, candidate) in candidates.enumerated() {
        shortest[index] = min(shortest[index], try clock.measure(candidate))
      }
    }
    return shortest
  }
}
