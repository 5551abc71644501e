import Foundation
import MinutaCore
import Synchronization

/// Holds back changes to the uptime log until the transaction that made them is committed.
///
/// In a dry run, they are never committed.
final class TransactionalUptimeLog: UptimeSource {
  private let log: any UptimeSource
  private let pending = Mutex<UptimeHistory?>(nil)
  private let pendingAbsences = Mutex<AbsenceHistory?>(nil)

  init(over log: any UptimeSource) {
    self.log = log
  }

  func reading(at now: Date) -> UptimeSample? { log.reading(at: now) }

  func uptimeHistory() -> UptimeHistory { pending.withLock { $0 } ?? log.uptimeHistory() }

  func save(_ times: UptimeHistory) { pending.withLock { $0 = times } }

  func absenceHistory() -> AbsenceHistory {
    pendingAbsences.withLock { $0 } ?? log.absenceHistory()
  }

  func updateAbsences(_ body: (inout AbsenceHistory) -> Void) {
    var absences = absenceHistory()
    body(&absences)
    pendingAbsences.withLock { [absences] in $0 = absences }
  }

  /// Saves the pending changes, if there are any.
  func commit() throws(TrackingError) {
    if let history = pending.withLock({ $0 }) { log.save(history) }
    guard let absences = pendingAbsences.withLock({ $0 }) else { return }
    try log.updateAbsences { $0 = absences }
  }
}
