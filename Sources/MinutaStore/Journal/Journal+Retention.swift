import Foundation
import SystemCalls

/// Dropping whole files of the journal.
///
/// Renaming a file drops its entries. The renamed file is deleted only after the files that its
/// entries have put into the trash, so that a crash in between leaves none of them behind.
extension Journal {
  /// Returns the names of the files that contain only entries to drop, oldest first.
  ///
  /// Nothing is to be dropped while a transaction isn't finished.
  func expiredFiles(
    _ retention: HistoryRetention,
    at now: Date
  ) throws(SystemError) -> [String] {
    let oldest = retention.oldestFile(at: now)
    let candidates = try names().dropLast(HistoryRetention.fileCount).prefix { $0 < oldest }
    if candidates.isEmpty { return [] }
    guard let tail = try tail(), tail.isClosed else { return [] }
    var expired: [String] = []
    for name in candidates {
      if try tail.sequence - lastEntry(in: name) < retention.entryCount { break }
      expired.append(name)
    }
    return expired
  }

  /// Returns the sequence number of the last entry in a file; 0 if the file has no entry.
  private func lastEntry(in name: String) throws(SystemError) -> Int {
    guard var lines = try existingLines(of: name) else { return 0 }
    while let line = try lines.next() {
      if let entry = try entry(line.bytes, in: name) { return entry.sequence }
    }
    return 0
  }

  /// Returns the name that a file has once its entries are dropped.
  func droppedName(of name: String) -> String { "dropped-\(name.dropFirst(8))" }

  /// Returns the names of the files whose entries are dropped but whose trash may remain, oldest
  /// first.
  func droppedFiles() throws(SystemError) -> [String] {
    try names { $0.hasPrefix("dropped-") && $0.hasSuffix(".jsonl") && $0.utf8.count == 21 }
  }

  /// Returns the size in bytes of all files that a search of a dropped file's trash reads.
  func size(with dropped: String) throws(SystemError) -> Int {
    var size = 0
    for name in Set(try names() + [dropped]) { size += try FileStatus.of(path(name))?.size ?? 0 }
    return size
  }

  /// Passes the entries of a file that may name a file in the trash to `body`, newest first.
  ///
  /// - Parameter budget: the number of bytes of such entries to read at most; it is reduced by those
  ///   that were read.
  /// - Returns: Whether all of them were read.
  func trashEntries(
    in name: String,
    budget: inout Int,
    _ body: (JournalEntry) -> Void
  ) throws(SystemError) -> Bool {
    let marker = Array("/trash".utf8)
    guard var lines = try existingLines(of: name) else { return true }
    while let line = try lines.next() {
      if !line.bytes.containsBytes(marker) { continue }
      if line.size > budget { return false }
      budget -= line.size
      if let entry = try entry(line.bytes, in: name), entry.refusedPath == nil { body(entry) }
    }
    return true
  }
}
