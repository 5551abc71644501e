import Foundation

extension TimeTracker {
  /// Applies the overlap policy to the records that the current call has saved.
  ///
  /// Overlaps that existed before the call are ignored. Records don't overlap if one ends exactly
  /// when the other starts.
  package mutating func resolveOverlaps(
    _ policy: OverlapPolicy
  ) throws(TrackingError) -> OverlapResolution {
    // The earlier calls of an atomic batch have checked their own records.
    let unchecked = transaction.takeUncheckedRecords()
    if policy == .allow { return OverlapResolution() }
    // The records that make room here overlap nothing new.
    defer { transaction.takeUncheckedRecords() }
    var found: [TimeRecord] = []
    var rest: [TimeRecord] = []
    let saved = unchecked.sorted(by: TimeRecord.isBefore)
    let changed = transaction.changes.records
    for record in saved {
      let others = try newOverlaps(of: record)
      found += others.filter { other in !found.contains { $0.id == other.id } }
      guard policy == .adjust else { continue }
      for other in others {
        let parts = try parts(of: other, around: record)
        // Don't delete an entire record, and don't shorten a record that the call itself has saved
        // or that an invoice bills.
        let isLocked = try lock(of: other) != nil
        if parts.isEmpty || changed[other.id] != nil || isLocked {
          throw .recordsOverlap(try tagged([other]), canAdjust: false)
        }
        rest += parts
        try replace(other, with: parts)
      }
    }
    if policy == .refuse, !found.isEmpty {
      throw .recordsOverlap(try tagged(found), canAdjust: true)
    }
    return OverlapResolution(records: try tagged(found), rest: try tagged(rest), saved: saved)
  }

  /// Returns the records that overlap a saved record now, but didn't before the current call.
  private func newOverlaps(of record: TimeRecord) throws(TrackingError) -> [TimeRecord] {
    let before = try transaction.recordBeforeCall(record.id)
    let isUnmoved = before?.startTime == record.startTime && before?.endTime == record.endTime
    if isUnmoved || record.startTime == record.endTime { return [] }
    let range = TimeRange(from: record.startTime, to: record.overlapEnd(at: now), timeZone: .gmt)
    var others = try transaction.records(in: range, now: now)
    for running in try transaction.runningRecords()
    where !others.contains(where: { $0.id == running.id }) {
      others.append(running)
    }
    var found: [TimeRecord] = []
    for other in others where other.id != record.id && record.overlaps(other, now: now) {
      let otherBefore = try transaction.recordBeforeCall(other.id)
      if let before, let otherBefore, before.overlaps(otherBefore, now: now) { continue }
      found.append(other)
    }
    return found.sorted(by: TimeRecord.isBefore)
  }

  /// Returns the parts of `other` that don't overlap `record`.
  private mutating func parts(
    of other: TimeRecord,
    around record: TimeRecord
  ) throws(TrackingError) -> [TimeRecord] {
    remainder(of: other, before: record.startTime, after: record.endTime ?? .distantFuture)
  }
}

extension TimeRecord {
  /// Returns the end that counts for overlaps.
  ///
  /// A running timer lasts at least until the end of the current second.
  fileprivate func overlapEnd(at now: Date) -> Date {
    endTime.map { max($0, startTime) } ?? max(now, startTime).addingTimeInterval(1)
  }

  fileprivate func overlaps(_ other: TimeRecord, now: Date) -> Bool {
    if isRunning, other.isRunning { return true }
    return startTime < other.overlapEnd(at: now) && other.startTime < overlapEnd(at: now)
      && startTime != endTime && other.startTime != other.endTime
  }
}

/// The result of applying the overlap policy to a call.
package struct OverlapResolution: Sendable {
  /// The records that overlap the call's records, as they were before they were shortened or split.
  package var records: [TaggedRecord] = []
  /// The parts that remain of the records that were shortened or split.
  package var rest: [TaggedRecord] = []
  /// The records that the call has saved.
  package var saved: [TimeRecord] = []
}
