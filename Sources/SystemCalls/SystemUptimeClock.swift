import Glibc

/// The time since the machine booted and the time it was suspended.
package struct SystemUptimeClock: Sendable {
  /// The kernel's boot ID, which changes with every boot.
  package let bootID: String
  /// The seconds since boot, including suspended time.
  package let secondsSinceBoot: Double
  /// The seconds that the machine was suspended since boot.
  package let secondsAsleep: Double

  /// Reads the clocks; returns nil if the system doesn't provide them.
  package static func read() -> SystemUptimeClock? {
    guard
      let secondsSinceBoot = seconds(CLOCK_BOOTTIME), let awake = seconds(CLOCK_MONOTONIC),
      let bytes = try? FileDescriptor(opening: "/proc/sys/kernel/random/boot_id", for: .reading)
        .readAll(limit: 256)
    else { return nil }
    let bootID = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    return SystemUptimeClock(
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
