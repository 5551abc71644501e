import Foundation
import MinutaCore
import Synchronization

/// Holds back changes to the uptime log until the transaction that made them is committed.
final class TransactionalUptimeLog: UptimeSource {
  private let log: any UptimeSource
  private let pending = Mutex<UptimeHistory?>(nil)

  init(over log: any UptimeSource) {
    self.log = log
  }

  func reading(at now: Date) -> UptimeSample? { log.reading(at: now) }

  func uptimeHistory() -> UptimeHistory { pending.withLock { $0 } ?? log.uptimeHistory() }

  func save(_ times: UptimeHistory) { pending.withLock { $0 = times } }

  /// Saves the pending changes, if there are any.
  func commit() {
    if let history = pending.withLock({ $0 }) { log.save(history) }
  }
}
