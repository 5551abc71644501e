import Foundation
import MinutaCore
import SystemCalls

/// Dropping whole files of the journal.
///
/// Renaming a file drops its entries. The renamed file is deleted only after the files that its
/// entries have put into the trash, so that a crash in between leaves none of them behind.
extension Journal {
  /// Returns the names of the files that contain only entries to drop, oldest first.
  ///
  /// Nothing is to be dropped while a transaction isn't finished; the caller checks that.
  func expiredFiles(
    _ retention: HistoryRetention,
    at now: Date
  ) throws(SystemError) -> [String] {
    let files = try names()
    guard let end = Self.monthEnd(of: files.dropLast().last) else { return [] }
    // A wrong clock may have made the newest file, so only the one before it counts.
    let oldest = retention.oldestFile(at: min(now, end))
    let candidates = files.dropLast(HistoryRetention.fileCount).prefix { $0 < oldest }
    if candidates.isEmpty { return [] }
    guard let tail = try tail() else { return [] }
    var expired: [String] = []
    for name in candidates {
      if try tail.sequence - lastEntry(in: name) < retention.entryCount { break }
      expired.append(name)
    }
    return expired
  }

  /// Returns the end of the month of a file; nil if there is no file, or no month in its name.
  private static func monthEnd(of name: String?) -> Date? {
    guard let parts = name?.dropFirst(8).prefix(7).split(separator: "-"), parts.count == 2,
      let year = Int(parts[0]), let month = Int(parts[1]),
      let start = CivilTime(year: year, month: month, day: 1)
    else { return nil }
    // The first day of the next month is at most 31 days later.
    var end = CivilTime(day: start.daysSince1970 + 31)
    end.day = 1
    return Date(timeIntervalSince1970: Double(end.utcSeconds))
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

  /// Returns whether a search of the trash of a file reads at most `budget` bytes of entries.
  func canSearchTrash(of name: String, budget: Int) throws(SystemError) -> Bool {
    var size = try trashEntrySize(in: name)
    if size == 0 { return true }
    for other in try names() where other != name && size <= budget {
      size += try trashEntrySize(in: other)
    }
    return size <= budget
  }

  /// Returns the size in bytes of the entries of a file that may name a file in the trash.
  private func trashEntrySize(in name: String) throws(SystemError) -> Int {
    guard var lines = try existingLines(of: name) else { return 0 }
    var size = 0
    while let line = try lines.next() {
      if line.bytes.containsBytes(Self.trashMarker) { size += line.size }
    }
    return size
  }

  /// The bytes that every entry about the trash contains.
  private static let trashMarker = Array("/trash".utf8)

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
    guard var lines = try existingLines(of: name) else { return true }
    while let line = try lines.next() {
      if !line.bytes.containsBytes(Self.trashMarker) { continue }
      if line.size > budget { return false }
      budget -= line.size
      if let entry = try entry(line.bytes, in: name), entry.refusedPath == nil { body(entry) }
    }
    return true
  }
}
