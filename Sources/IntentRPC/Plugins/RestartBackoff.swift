/// How long a plugin that fails is left alone: not at all at first, then longer and longer.
struct RestartBackoff {
  /// Failures within an hour after which it is not started any more before that is over.
  private static let limit = 5
  private static let hour = Duration.seconds(3600)

  private var failures: [ContinuousClock.Instant] = []

  mutating func recordFailure(at now: ContinuousClock.Instant) {
    failures.append(now)
  }

  /// How long it still rests; nil where it may be started.
  mutating func remainingDelay(at now: ContinuousClock.Instant) -> Duration? {
    failures.removeAll { $0.duration(to: now) >= Self.hour }
    guard let last = failures.last, let first = failures.first, failures.count > 1 else {
      return nil
    }
    let end =
      failures.count > Self.limit
      ? first + Self.hour : last + .seconds(1 << (failures.count - 2))
    return now < end ? now.duration(to: end) : nil
  }
}
