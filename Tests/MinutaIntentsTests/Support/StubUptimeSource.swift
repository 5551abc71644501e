import Foundation
import MinutaCore
import Synchronization

/// An uptime source with fixed readings, for tests.
final class StubUptimeSource: UptimeSource {
  private let times: Mutex<UptimeHistory>
  private let absences = Mutex(AbsenceHistory())
  private let current: Mutex<UptimeSample>

  init(_ periods: [UptimeHistory.AwakePeriod], now: UptimeSample) {
    times = Mutex(UptimeHistory(periods: periods))
    current = Mutex(now)
  }

  func setReading(_ reading: UptimeSample) { current.withLock { $0 = reading } }

  func reading(at now: Date) -> UptimeSample? { current.withLock { $0 } }
  func uptimeHistory() -> UptimeHistory { times.withLock { $0 } }
  func save(_ times: UptimeHistory) { self.times.withLock { $0 = times } }
  func absenceHistory() -> AbsenceHistory { absences.withLock { $0 } }
  func updateAbsences(_ body: (inout AbsenceHistory) -> Void) { absences.withLock { body(&$0) } }
}
