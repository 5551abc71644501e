package import Foundation

/// What the clocks of a machine say at one moment.
package struct UptimeSample: Sendable, Hashable {
  package let now: Date
  /// Names this run of the machine; another after it was started again.
  package let boot: String
  package let bootedAt: Date
  /// How long the machine has slept since it was started, in seconds.
  package let asleepSeconds: Int

  package init(now: Date, boot: String, bootedAt: Date, asleepSeconds: Int) {
    self.now = now
    self.boot = boot
    self.bootedAt = bootedAt
    self.asleepSeconds = asleepSeconds
  }
}

/// What knows when the machine was awake.
package protocol UptimeSource: Sendable {
  /// The clocks of the machine; nil where they cannot be read.
  func reading(at now: Date) -> UptimeSample?
  /// What was noted so far.
  func uptimeHistory() -> UptimeHistory
  /// Keeps what was noted, as well as it can be kept.
  func save(_ times: UptimeHistory)
}
