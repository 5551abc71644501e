import Foundation
import MinutaCore

/// Queries of a snapshot that the index answers.
///
/// They return nil if the caller must read all records instead.
extension DirectorySnapshot {
  func indexedRunning() -> [DirectoryRecords.RecordFile]? {
    found { index throws(IndexUpdateError) in
      try Self.undamaged { () throws(IndexCorruptionError) in try index.running() }
    }
  }

  func indexedRecords(in range: TimeRange, now: Date) -> [DirectoryRecords.RecordFile]? {
    let (from, to) = Self.bounds(range)
    var isChecked = false
    return found { index throws(IndexUpdateError) in
      if !isChecked, needsCheck {
        try source?.checkMonths(&index, from: from, to: to, includesOlderFiles: false)
      }
      isChecked = true
      return try Self.undamaged { () throws(IndexCorruptionError) in
        try index.files(from: from, to: to)
      }
    }
  }

  func indexedEntries(from first: UUID, through last: UUID) -> [DirectoryRecords.RecordFile]? {
    found { index throws(IndexUpdateError) in
      try Self.undamaged { () throws(IndexCorruptionError) in
        try index.files(from: first, through: last)
      }
    }
  }

  func indexedLast(where isWanted: (UUID) -> Bool) -> [DirectoryRecords.RecordFile]? {
    found { index throws(IndexUpdateError) in
      try Self.undamaged { () throws(IndexCorruptionError) in
        try index.newest(where: isWanted).map { [$0] } ?? []
      }
    }
  }

  /// Returns whether a record with an ID exists; nil if the caller must read all records.
  func isIndexed(_ id: UUID) -> Bool? {
    indexed { index throws(IndexUpdateError) in
      try Self.undamaged { () throws(IndexCorruptionError) in
        try !index.files(from: id, through: id).isEmpty
      }
    }
  }

  /// Returns whether any record has a tag; nil if the caller must read all records.
  func indexHasTags() -> Bool? {
    indexed { index throws(IndexUpdateError) in
      try Self.undamaged { () throws(IndexCorruptionError) in try index.hasTaggedRecords() }
    }
  }

  /// Returns the rows of a time range, with times and tags only; nil if the caller must read all
  /// records.
  func indexedRows(in range: TimeRange, now: Date, checking: FreshnessCheckScope) -> IndexRowSource?
  {
    let (from, to) = Self.bounds(range)
    let isWhole = [range.from, range.to].allSatisfy { $0 == $0?.truncatedToSeconds }
    guard isWhole else { return nil }
    return indexed { index throws(IndexUpdateError) in
      if needsCheck { try check(&index, from, to, checking) }
      return try Self.undamaged { () throws(IndexCorruptionError) in
        try IndexRowSource(index, from: from, to: to, now: Int64(now.unixSeconds))
      }
    }
  }

  /// Whether a query must check the files for changes since they were indexed.
  ///
  /// Planned changes are not on disk yet, so a check would remove them from the index.
  private var needsCheck: Bool { !isWatched && !hasPlannedIndexChanges }

  private func check(
    _ index: inout RecordIndex,
    _ from: Int64,
    _ to: Int64,
    _ checking: FreshnessCheckScope
  ) throws(IndexUpdateError) {
    switch checking {
    case .months: try source?.checkMonths(&index, from: from, to: to, includesOlderFiles: true)
    case .records:
      let files = try Self.undamaged { () throws(IndexCorruptionError) in
        try index.files(from: from, to: to)
      }
      try source?.check(files, &index)
    }
  }

  /// Checks all indexed files for changes by other programs.
  func verifyIndex() {
    let isChecked = indexed { index throws(IndexUpdateError) in
      if !hasPlannedIndexChanges { try source?.checkAll(&index) }
      return true
    }
    content.isIndexChecked = isChecked == true && !hasPlannedIndexChanges
  }

  private static func undamaged<Value>(
    _ body: () throws(IndexCorruptionError) -> Value
  ) throws(IndexUpdateError) -> Value {
    do throws(IndexCorruptionError) { return try body() } catch { throw .damaged }
  }

  /// Returns a time range in seconds since 1970, with its start rounded down and its end rounded
  /// up.
  private static func bounds(_ range: TimeRange) -> (from: Int64, to: Int64) {
    let from = range.from.map { Int64(clamping: $0.unixSeconds) }
    // Round the end up, so that the range includes records that start within its last second.
    let to = range.to.map {
      Int64(clamping: $0.unixSeconds + ($0 == $0.truncatedToSeconds ? 0 : 1))
    }
    return (from ?? .min, to ?? .max)
  }
}
