import Foundation
import MinutaCore

/// The questions of a view as the index answers them; nil where all records have to be read.
extension FolderView {
  func indexedRunning() -> [FolderRecords.Entry]? {
    found { index throws(IndexFailure) in
      try Self.undamaged { () throws(IndexDamage) in try index.running() }
    }
  }

  func indexedRecords(in range: TimeRange, now: Date) -> [FolderRecords.Entry]? {
    let (from, to) = Self.bounds(range)
    var isChecked = false
    return found { index throws(IndexFailure) in
      if !isChecked, isToBeChecked {
        try source?.checkMonths(&index, from: from, to: to, takesTurns: false)
      }
      isChecked = true
      return try Self.undamaged { () throws(IndexDamage) in try index.files(from: from, to: to) }
    }
  }

  func indexedEntries(from first: UUID, through last: UUID) -> [FolderRecords.Entry]? {
    found { index throws(IndexFailure) in
      try Self.undamaged { () throws(IndexDamage) in try index.files(from: first, through: last) }
    }
  }

  func indexedLast(where isWanted: (UUID) -> Bool) -> [FolderRecords.Entry]? {
    found { index throws(IndexFailure) in
      try Self.undamaged { () throws(IndexDamage) in
        try index.newest(where: isWanted).map { [$0] } ?? []
      }
    }
  }

  /// Whether a record of an id is there; nil where all have to be read.
  func isIndexed(_ id: UUID) -> Bool? {
    indexed { index throws(IndexFailure) in
      try Self.undamaged { () throws(IndexDamage) in try !index.files(from: id, through: id).isEmpty
      }
    }
  }

  /// Whether any record has a tag; nil where all have to be read.
  func indexedNamesTags() -> Bool? {
    indexed { index throws(IndexFailure) in
      try Self.undamaged { () throws(IndexDamage) in try index.namesTags() }
    }
  }

  /// The rows of a range, with no more than times and tags; nil where all records have to be read.
  func indexedRows(in range: TimeRange, now: Date, checking: RowCheck) -> IndexRows? {
    let (from, to) = Self.bounds(range)
    let isWhole = [range.from, range.to].allSatisfy { $0 == $0?.inWholeSeconds }
    guard isWhole else { return nil }
    return indexed { index throws(IndexFailure) in
      if isToBeChecked { try check(&index, from, to, checking) }
      return try Self.undamaged { () throws(IndexDamage) in
        try IndexRows(index, from: from, to: to, now: Int64(now.wholeSeconds))
      }
    }
  }

  /// Whether files may be other than the index has them; where it has what is not on the disk yet,
  /// the files cannot tell.
  private var isToBeChecked: Bool { !isTold && !isIndexForeseen }

  private func check(
    _ index: inout RecordIndex,
    _ from: Int64,
    _ to: Int64,
    _ checking: RowCheck
  ) throws(IndexFailure) {
    switch checking {
    case .months: try source?.checkMonths(&index, from: from, to: to, takesTurns: true)
    case .records:
      let files = try Self.undamaged { () throws(IndexDamage) in
        try index.files(from: from, to: to)
      }
      try source?.check(files, &index)
    }
  }

  /// Looks at every file that the index knows.
  func verifyIndex() {
    let isChecked = indexed { index throws(IndexFailure) in
      if !isIndexForeseen { try source?.checkAll(&index) }
      return true
    }
    content.isIndexChecked = isChecked == true && !isIndexForeseen
  }

  private static func undamaged<Value>(
    _ body: () throws(IndexDamage) -> Value
  ) throws(IndexFailure) -> Value {
    do throws(IndexDamage) { return try body() } catch { throw .damaged }
  }

  /// The first second of a range and the one after its last, or further.
  private static func bounds(_ range: TimeRange) -> (from: Int64, to: Int64) {
    let from = range.from.map { Int64(clamping: $0.wholeSeconds) }
    // What has an end within a second begins in it.
    let to = range.to.map { Int64(clamping: $0.wholeSeconds + ($0 == $0.inWholeSeconds ? 0 : 1)) }
    return (from ?? .min, to ?? .max)
  }
}
