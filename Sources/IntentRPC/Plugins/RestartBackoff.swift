/// The delay before a failing plugin is restarted.
///
/// The first restart is immediate; later ones wait longer each time.
struct RestartBackoff {
  /// The number of failures within an hour after which the plugin stays stopped until the hour is
  /// over.
  private static let limit = 5
  private static let hour = Duration.seconds(3600)

  private var failures: [ContinuousClock.Instant] = []

  mutating func recordFailure(at now: ContinuousClock.Instant) {
    failures.append(now)
  }

  /// Returns the time left before the plugin may be started; nil if it may be started now.
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
