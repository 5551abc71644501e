package import Foundation
package import MinutaCore
import MinutaLog
import SystemCalls

/// The result of one call that drops history.
package enum HistoryDropResult: Sendable {
  /// Something was dropped; another call may drop more.
  case dropped
  /// There was nothing to drop, or nothing within the limits.
  case nothing
  /// Another process writes, or a transaction isn't finished, so a later call may drop something.
  case busy
}

/// Dropping what is too old from this machine's history, together with its trash.
extension DirectoryStore {
  /// Returns the first month that stays, such as `2026-08`, if the history before it can be dropped;
  /// nil if nothing is too old and no drop is unfinished.
  package func firstKeptMonth(
    _ retention: HistoryRetention,
    at now: Date
  ) throws(TrackingError) -> String? {
    try reading { () throws(SystemError) in
      let last = try journal.expiredFiles(retention, at: now).last
      if last == nil, try journal.droppedFiles().isEmpty { return nil }
      let kept = try journal.names().first { $0 > last ?? "" }
      return kept.map { String($0.dropFirst(8).prefix(7)) }
    }
  }

  /// Drops the oldest file of the history if it is too old, and deletes its trash.
  ///
  /// Does nothing if another process writes, or if there is nothing to drop within the limits.
  package func dropHistory(
    _ retention: HistoryRetention,
    at now: Date,
    _ limits: HistoryDropLimits
  ) throws(TrackingError) -> HistoryDropResult {
    do throws(SystemError) {
      // Look before locking, because there is rarely anything to do.
      guard try hasHistoryToDrop(retention, at: now) else { return .nothing }
      guard let lock = try FileLock.acquire(lockPath, timeout: .zero) else { return .busy }
      return try lock.withLock { () throws(SystemError) in
        try dropHistoryLocked(retention, at: now, limits)
      }
    } catch {
      throw .unwritable(error, in: root)
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
    _ limits: HistoryDropLimits
  ) throws(SystemError) -> HistoryDropResult {
    guard let tail = try journal.tail() else { return .nothing }
    guard tail.isClosed else { return .busy }
    let left = try journal.droppedFiles().first
    let expired = try journal.expiredFiles(retention, at: now).first
    guard let name = left ?? expired else { return .nothing }
    if try journal.size(with: name) > limits.bytes { return .nothing }
    // A file whose trash needs higher limits stays in the history.
    if left == nil, limits.isLimited,
      try !journal.canSearchTrash(of: name, budget: limits.entryBytes)
    {
      return .nothing
    }
    if let left { return try dropTrash(of: left, limits) }
    let dropped = journal.droppedName(of: name)
    try dropEntries(of: name, dropped)
    return try dropTrash(of: dropped, limits)
  }

  /// Drops the entries of a file of the history by renaming it.
  private func dropEntries(of name: String, _ dropped: String) throws(SystemError) {
    let files = StoreFileSystem(root)
    let folder = journal.relativeFolder
    try files.rename("\(folder)/\(name)", to: "\(folder)/\(dropped)", .noReplace)
    try files.flush(folder: folder)
    AppLogger.storage.info("Dropped a file of the history", ["file": .text(name)])
  }

  /// Deletes the trash of a renamed file, and then the file.
  private func dropTrash(
    of dropped: String,
    _ limits: HistoryDropLimits
  ) throws(SystemError) -> HistoryDropResult {
    let files = StoreFileSystem(root)
    let trash = try DroppedTrash(of: dropped, in: journal, files, budget: limits.entryBytes)
    guard let trash else { return .nothing }
    if try trash.remove(limit: limits.files) {
      try files.discard("\(journal.relativeFolder)/\(dropped)")
    }
    return .dropped
  }
}
