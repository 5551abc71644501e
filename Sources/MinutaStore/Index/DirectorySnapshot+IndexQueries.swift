import Foundation
import MinutaCore

/// Queries of a snapshot that the index answers.
extension DirectorySnapshot {
  func indexedRunning() -> [RecordFile] {
    files { index throws(IndexCorruptionError) in try index.running() }
  }

  func indexedRecords(in range: TimeRange, now: Date) -> [RecordFile] {
    let (from, to) = Self.bounds(range)
    var isChecked = false
    return files { index throws(IndexCorruptionError) in
      if !isChecked, needsCheck {
        try indexLoader.checkMonths(&index, from: from, to: to, includesOlderFiles: false)
      }
      isChecked = true
      return try index.files(from: from, to: to)
    }
  }

  func indexedEntries(from first: UUID, through last: UUID) -> [RecordFile] {
    files { index throws(IndexCorruptionError) in try index.files(from: first, through: last) }
  }

  func indexedEntry(_ id: UUID) -> RecordFile? {
    files { index throws(IndexCorruptionError) in try index.file(of: id).map { [$0] } ?? [] }.first
  }

  func indexedLast(where isWanted: (_ id: UUID, _ tag: UUID?) -> Bool) -> RecordFile? {
    files { index throws(IndexCorruptionError) in
      try index.newest(where: isWanted).map { [$0] } ?? []
    }.first
  }

  /// Returns whether a record with an ID exists.
  func isIndexed(_ id: UUID) -> Bool {
    indexed(or: false) { index throws(IndexCorruptionError) in
      try index.file(of: id) != nil
    }
  }

  /// Returns whether any record has a tag.
  func indexHasTags() -> Bool {
    indexed(or: false) { index throws(IndexCorruptionError) in try index.hasTaggedRecords() }
  }

  /// Returns the rows of a time range, with times and tags only; nil if the range isn't in whole
  /// seconds.
  func indexedRows(in range: TimeRange, now: Date, checking: FreshnessCheckScope) -> IndexRowSource?
  {
    let (from, to) = Self.bounds(range)
    let isWhole = [range.from, range.to].allSatisfy { $0 == $0?.truncatedToSeconds }
    guard isWhole else { return nil }
    return indexed(or: nil) { index throws(IndexCorruptionError) in
      if needsCheck { try check(&index, from, to, checking) }
      return try IndexRowSource(index, from: from, to: to, now: Int64(now.unixSeconds))
    }
  }

  /// Whether a query must check the files for changes since they were indexed.
  ///
  /// Planned changes are not on disk yet, so a check would remove them from the index.
  private var needsCheck: Bool { !content.isIndexChecked && !hasPlannedIndexChanges }

  private func check(
    _ index: inout RecordIndex,
    _ from: Int64,
    _ to: Int64,
    _ checking: FreshnessCheckScope
  ) throws(IndexCorruptionError) {
    switch checking {
    case .months: try indexLoader.checkMonths(&index, from: from, to: to, includesOlderFiles: true)
    case .records: try indexLoader.check(index.files(from: from, to: to), &index)
    }
  }

  /// Checks all indexed files for changes by other programs.
  func verify() {
    indexed(or: ()) { index throws(IndexCorruptionError) in
      if hasPlannedIndexChanges { return }
      try indexLoader.checkAll(&index)
      content.isIndexChecked = true
    }
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
