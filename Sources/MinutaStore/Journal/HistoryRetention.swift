import Foundation
import MinutaCore

/// The rule that says how long the entries of the history are kept.
package struct HistoryRetention: Sendable, Equatable {
  /// The number of days for which entries are kept if the user has set nothing else.
  package static let defaultDays = 90

  /// The number of the newest files that stay, because idempotency keys and batches are searched
  /// for in them.
  static let fileCount = 3

  package let days: Int
  /// The number of the newest entries that stay, however old they are.
  let entryCount: Int

  package init(days: Int = defaultDays, entryCount: Int = 1000) {
    self.days = days
    self.entryCount = entryCount
  }

  /// Returns the name of the oldest journal file that may contain an entry that isn't too old.
  ///
  /// A file contains no entries of later months than that in its name.
  func oldestFile(at now: Date) -> String {
    let oldest = CivilTime(utcSeconds: now.unixSeconds - days * 86_400)
    return "history-\(oldest.dateText.prefix(7)).jsonl"
  }
}
