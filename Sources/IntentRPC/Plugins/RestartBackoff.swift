/// The delay before a plugin that has failed is restarted.
///
/// The first restart isn't delayed. The second one is delayed by a second, and the delay doubles
/// with each further failure.
struct RestartBackoff {
  /// The maximum number of failures within an hour.
  ///
  /// After one more failure, the plugin isn't restarted until an hour after the first of these
  /// failures.
  private static let limit = 5
  private static let hour = Duration.seconds(3600)

  private var failures: [ContinuousClock.Instant] = []

  mutating func recordFailure(at now: ContinuousClock.Instant) {
    failures.append(now)
  }

  /// Returns the time left until the plugin may be restarted; nil if it may be restarted now.
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
