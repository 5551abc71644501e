package import Foundation

/// The readings of the machine's clocks at one moment.
package struct UptimeSample: Sendable, Hashable {
  package let now: Date
  /// An identifier of the current boot of the machine, which changes with each restart.
  package let boot: String
  package let bootedAt: Date
  /// The number of seconds that the machine has slept since it booted.
  package let asleepSeconds: Int

  package init(now: Date, boot: String, bootedAt: Date, asleepSeconds: Int) {
    self.now = now
    self.boot = boot
    self.bootedAt = bootedAt
    self.asleepSeconds = asleepSeconds
  }
}

/// Provides and stores information about when the machine was awake and the user present.
package protocol UptimeSource: Sendable {
  /// Returns the current readings of the machine's clocks, or nil if they can't be read.
  func reading(at now: Date) -> UptimeSample?
  /// Returns the stored history of awake periods.
  func uptimeHistory() -> UptimeHistory
  /// Saves the history of awake periods, ignoring errors.
  func save(_ times: UptimeHistory)
  /// Returns the times in which the user was away.
  func absenceHistory() -> AbsenceHistory
  /// Changes the times in which the user was away; no other process changes them meanwhile.
  ///
  /// - Throws: `TrackingError.stateUnwritable` if they can't be saved.
  func updateAbsences(_ body: (inout AbsenceHistory) -> Void) throws(TrackingError)
}
