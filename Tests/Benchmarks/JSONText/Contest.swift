/// Measures ways of doing one thing, in rounds that take turns so that a busy machine slows all.
struct Contest {
  private let rounds: Int
  private let clock = ContinuousClock()

  init(rounds: Int) {
    self.rounds = rounds
  }

  /// The shortest time of each way, in the order given.
  func shortestTimes(of ways: [() throws -> Void]) throws -> [Duration] {
    for way in ways { try way() }
    var shortest = ways.map { _ in Duration.seconds(3600) }
    for _ in 0..<rounds {
      for (index, way) in ways.enumerated() {
        shortest[index] = min(shortest[index], try clock.measure(way))
      }
    }
    return shortest
  }
}
