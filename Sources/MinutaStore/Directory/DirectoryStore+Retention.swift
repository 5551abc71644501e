package import Foundation
package import MinutaCore
import MinutaLog
import SystemCalls

/// Dropping what is too old from this machine's history, together with its trash.
extension DirectoryStore {
  /// Returns the first month that stays, such as `2026-08`, if the history before it can be dropped;
  /// nil if nothing is too old.
  package func firstKeptMonth(
    _ retention: HistoryRetention,
    at now: Date
  ) throws(TrackingError) -> String? {
    try reading { () throws(SystemError) in
      guard let last = try journal.expiredFiles(retention, at: now).last else { return nil }
      return try journal.names().first { $0 > last }.map { String($0.dropFirst(8).prefix(7)) }
    }
  }

  /// Drops the oldest file of the history if it is too old, and deletes its trash.
  ///
  /// Does nothing if another process writes, or if there is nothing to drop.
  ///
  /// - Returns: Whether anything was done, so that another turn may do more.
  package func dropHistory(
    _ retention: HistoryRetention,
    at now: Date,
    _ turn: HistoryTurn
  ) throws(TrackingError) -> Bool {
    do throws(SystemError) {
      // Look before locking, because there is rarely anything to do.
      guard try hasHistoryToDrop(retention, at: now) else { return false }
      guard let lock = try FileLock.acquire(lockPath, timeout: .zero) else { return false }
      return try lock.withLock { () throws(SystemError) in
        try dropHistoryLocked(retention, at: now, turn)
      }
    } catch {
      throw .storeUnwritable(path: error.path ?? root, reason: error.reasonWithOwner)
    }
  }

  private func hasHistoryToDrop(
    _ retention: HistoryRetention,
    at now: Date
  ) throws(SystemError) -> Bool {
    if try !journal.droppedFiles().isEmpty { return true }
    return try !journal.expiredFiles(retention, at: now).isEmpty
  }

  private func dropHistoryLocked(
    _ retention: HistoryRetention,
    at now: Date,
    _ turn: HistoryTurn
  ) throws(SystemError) -> Bool {
    guard let tail = try journal.tail(), tail.isClosed else { return false }
    let left = try journal.droppedFiles().first
    let expired = try journal.expiredFiles(retention, at: now).first
    guard let name = left ?? expired else { return false }
    if try journal.size(with: name) > turn.bytes { return false }
    let files = StoreFileSystem(root)
    let folder = journal.relativeFolder
    let dropped = left ?? journal.droppedName(of: name)
    if left == nil {
      try files.rename("\(folder)/\(name)", to: "\(folder)/\(dropped)", .noReplace)
      try files.flush(folder: folder)
      AppLogger.storage.info("Dropped a file of the history", ["file": .text(name)])
    }
    let trash = try DroppedTrash(of: dropped, in: journal, files, budget: turn.entryBytes)
    guard let trash else { return left == nil }
    if try trash.remove(limit: turn.files) { try files.discard("\(folder)/\(dropped)") }
    return true
  }
}
