import Glibc

/// What the machine tells of how long it has been on, and awake.
package struct MachineClock: Sendable {
  /// Names this run of the machine; another after it was started again.
  package let bootID: String
  /// Seconds since the machine was started, asleep or awake.
  package let secondsSinceBoot: Double
  /// How many of them it slept.
  package let secondsAsleep: Double

  /// Reads the clocks; nil where the system does not have them.
  package static func read() -> MachineClock? {
    guard
      let secondsSinceBoot = seconds(CLOCK_BOOTTIME), let awake = seconds(CLOCK_MONOTONIC),
      let bytes = try? FileDescriptor(opening: "/proc/sys/kernel/random/boot_id", for: .reading)
        .readAll(limit: 256)
    else { return nil }
    let bootID = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    return MachineClock(
      bootID: bootID,
      secondsSinceBoot: secondsSinceBoot,
      secondsAsleep: max(0, secondsSinceBoot - awake)
    )
  }

  private static func seconds(_ clock: clockid_t) -> Double? {
    var time = timespec()
    guard clock_gettime(clock, &time) == 0 else { return nil }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
